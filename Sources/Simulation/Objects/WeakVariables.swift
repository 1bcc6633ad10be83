import ScenarioProgram

/// Weak instance variables and the nodes that they refer to; they read nil from the moment its deallocation starts.
struct WeakVariables {
    struct Variable: Hashable {
        var owner: NodeID
        /// Index of its name among the texts of the recording.
        var label: Int64
    }

    private var values: [Variable: NodeID] = [:]
    /// Variables that referred to a node once, oldest first.
    private var referrers: [NodeID: [Variable]] = [:]

    /// Has the variable refer to a node, and returns to which it referred before; none: nil.
    mutating func set(_ variable: Variable, to node: NodeID) -> NodeID {
        guard node.exists else { return values.removeValue(forKey: variable) ?? .none }
        let old = values.updateValue(node, forKey: variable) ?? .none
        if old != node { referrers[node, default: []].append(variable) }
        return old
    }

    mutating func clear(referringTo node: NodeID) -> [Variable] {
        guard let candidates = referrers.removeValue(forKey: node) else { return [] }
        return candidates.filter { variable in
            guard values[variable] == node else { return false }
            values[variable] = nil
            return true
        }
    }
}
