import Recording

/// An input source of a run loop.
struct SourceState {
    var entity: EntityID
    var plan: Int32
    var modes: ModeSet
    var list: Int32
    var loop: Int32 = -1
    /// Messages that wait, or 1 for a signalled source0.
    var pending: Int32 = 0
    var isValid = true
    /// A source1: a message on its port wakes the loop.
    var isPort: Bool
    /// Among the sources of a loop; the least is served first.
    var order: Int64 = 0
    /// The display link whose port it is; -1: none.
    var link: Int32 = -1
}

/// An event that the user interface brings.
struct EventState {
    var entity: EntityID
    var list: Int32
}

/// A run loop observer.
struct ObserverState {
    var entity: EntityID
    var plan: Int32
    var modes: ModeSet
    var list: Int32
    var loop: Int32 = -1
    var isFiring = false
    var isValid = true
}
