import LabRecording

/// One strong or weak reference with its name.
public struct ReferenceEdge: Hashable, Sendable {
    /// `EntityID.none` for a root that is no entity (a static variable, the navigation stack).
    public var holder: EntityID
    public var held: EntityID
    /// The name of the reference: `timer`, `target`, an instance variable …
    public var label: String
}

/// Who holds whom at one instant.
public struct ReferenceGraph: Hashable, Sendable {
    /// Everything that is alive or holds something, ascending.
    public var nodes: [EntityID]
    /// In the order in which the references were made.
    public var edges: [ReferenceEdge]
    /// Those that keep nothing alive, in the order in which they were made.
    public var weakEdges: [ReferenceEdge] = []
    /// The nodes that nothing needs to hold: threads with their run loops, the process, `EntityID.none`; ascending.
    public var roots: [EntityID]
}

/// A way on which something is kept alive.
public struct KeptPath: Hashable, Sendable {
    public var edges: [ReferenceEdge]
    /// In words: `run loop main → timer tick → target controller`.
    public var text: String
    /// Whether it goes by itself, when a block has run or a timer has fired once.
    public var endsByItself = false
}

/// The life of one object, or of one timer.
public struct Lifetime: Hashable, Sendable {
    public var entity: EntityID
    public var created: Int64?
    /// How often it was made; all else is told of the latest.
    public var made: Int64 = 1
    public var deallocBegan: Int64?
    public var deallocated: Int64?
    /// When the last owner other than run loops, timers, threads and sources let go; nil while one still holds on, or
    /// when there never was one.
    public var lastOwnerLeft: Int64?
    /// The ways from a root at the end of the recording, shortest first, if it is alive although its owners let go.
    public var chains: [KeptPath] = []
    /// The shortest cycle that it is part of while it outlives its owners.
    public var cycle: KeptPath?
    /// The thread of which a local variable holds it at the end.
    public var localOf = EntityID.none
    /// Firings of the timers that it owned or was the target of, after `lastOwnerLeft`.
    public var firedAfterOwner: Int64 = 0

    /// What keeps it most: a cycle stays where all else goes by itself.
    public var keeper: KeptPath? {
        let isCycle = chains.first?.endsByItself ?? true && !(cycle?.endsByItself ?? true)
        return isCycle ? cycle : chains.first ?? cycle
    }

    /// Whether it is alive at the end although its owners let go.
    public var isKept: Bool { lastOwnerLeft != nil && deallocBegan == nil }
}
