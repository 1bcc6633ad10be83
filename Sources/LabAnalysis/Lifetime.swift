import LabRecording

/// A strong or weak reference with its name.
package struct ReferenceEdge: Hashable {
    /// The holder; `EntityID.none` for a root that is not an entity (a static variable, the navigation stack).
    package var holder: EntityID
    package var held: EntityID
    /// The name of the reference: `timer`, `target`, an instance variable …
    package var label: String
}

/// All references at one instant.
package struct ReferenceGraph {
    /// All entities that are alive or hold something, ascending.
    package var nodes: [EntityID]
    /// The strong references, in the order of their making.
    package var edges: [ReferenceEdge]
    /// The weak references, in the order of their making.
    package var weakEdges: [ReferenceEdge] = []
    /// The roots, which need no holder: threads with their run loops, the process, `EntityID.none`; ascending.
    package var roots: [EntityID]
}

/// A path that keeps an object alive.
package struct KeptPath: Hashable {
    package var edges: [ReferenceEdge]
    /// In words: `run loop main → timer tick → target controller`.
    package var text: String
    /// True if it ends by itself: a block will have run, or a timer will have fired once.
    var endsByItself = false
}

/// The life of one object, or of one timer.
package struct Lifetime {
    package var entity: EntityID
    package var created: Int64?
    /// The number of times that it was made; all other facts are about the latest.
    package var made: Int64 = 1
    package var deallocBegan: Int64?
    package var deallocated: Int64?
    /// The instant at which the last owner other than run loops, timers, threads and sources released it. nil while one
    /// still holds it, or when there never was one.
    package var lastOwnerLeft: Int64?
    /// The paths from a root at the end of the recording, shortest first, if it is alive although its owners have
    /// released it.
    package var chains: [KeptPath] = []
    /// The path that ends by itself and kept it when its last owner released it.
    var passing: KeptPath?
    /// The shortest cycle with it while it outlives its owners.
    package var cycle: KeptPath?
    /// The thread whose local variable holds it at the end.
    package var localOf = EntityID.none
    /// Firings of the timers that it owned or was the target of, after `lastOwnerLeft`.
    package var firedAfterOwner: Int64 = 0

    /// The strongest keeper: a cycle lasts when everything else ends by itself.
    package var keeper: KeptPath? {
        let isCycle = chains.first?.endsByItself ?? true && !(cycle?.endsByItself ?? true)
        return isCycle ? cycle : chains.first ?? cycle
    }

    /// True if it is alive at the end although its owners released it.
    package var isKept: Bool { lastOwnerLeft != nil && deallocBegan == nil }
}
