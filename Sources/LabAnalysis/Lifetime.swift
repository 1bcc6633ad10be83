import LabRecording

/// A strong or weak reference with its name.
package struct ReferenceEdge: Hashable, Sendable {
    /// `EntityID.none` for a root that is no entity (a static variable, the navigation stack).
    package var holder: EntityID
    package var held: EntityID
    /// The name of the reference: `timer`, `target`, an instance variable …
    package var label: String
}

/// Who holds whom at one instant.
package struct ReferenceGraph: Hashable, Sendable {
    /// Everything that is alive or holds something, ascending.
    package var nodes: [EntityID]
    /// In the order in which the references were made.
    package var edges: [ReferenceEdge]
    /// Those that keep nothing alive, in the order in which they were made.
    package var weakEdges: [ReferenceEdge] = []
    /// The nodes that nothing needs to hold: threads with their run loops, the process, `EntityID.none`; ascending.
    package var roots: [EntityID]
}

/// A way on which something is kept alive.
package struct KeptPath: Hashable, Sendable {
    package var edges: [ReferenceEdge]
    /// In words: `run loop main → timer tick → target controller`.
    package var text: String
    /// True if it ends by itself, when a block has run or a timer has fired once.
    package var endsByItself = false
}

/// The life of one object, or of one timer.
package struct Lifetime: Hashable, Sendable {
    package var entity: EntityID
    package var created: Int64?
    /// The number of times that it was made; all other facts are about the latest.
    package var made: Int64 = 1
    package var deallocBegan: Int64?
    package var deallocated: Int64?
    /// The instant at which the last owner other than run loops, timers, threads and sources released it. nil while one
    /// still holds it, or when there never was one.
    package var lastOwnerLeft: Int64?
    /// The ways from a root at the end of the recording, shortest first, if it is alive although its owners let go.
    package var chains: [KeptPath] = []
    /// The shortest cycle that it is part of while it outlives its owners.
    package var cycle: KeptPath?
    /// The thread of which a local variable holds it at the end.
    package var localOf = EntityID.none
    /// Firings of the timers that it owned or was the target of, after `lastOwnerLeft`.
    package var firedAfterOwner: Int64 = 0

    /// The strongest keeper: a cycle lasts where all else ends by itself.
    package var keeper: KeptPath? {
        let isCycle = chains.first?.endsByItself ?? true && !(cycle?.endsByItself ?? true)
        return isCycle ? cycle : chains.first ?? cycle
    }

    /// True if it is alive at the end although its owners released it.
    package var isKept: Bool { lastOwnerLeft != nil && deallocBegan == nil }
}
