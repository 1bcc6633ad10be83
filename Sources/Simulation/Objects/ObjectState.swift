import Recording

/// An object of the scenario: the node that it is now, and its methods.
struct ObjectState {
    var entity: EntityID
    var node: Int32 = -1
    var dealloc: Int32 = -1
    var disappear: Int32 = -1
    var isMade = false
}
