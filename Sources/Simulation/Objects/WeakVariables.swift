/// Weak instance variables and whom they refer to; they read nil from the moment its deallocation starts.
struct WeakVariables {
    struct Variable: Hashable {
        /// The object's node.
        var owner: Int32
        /// Index of its name among the texts of the recording.
        var label: Int64
    }

    private var values: [Variable: Int32] = [:]
    /// Variables that referred to a node once, oldest first.
    private var referrers: [Int32: [Variable]] = [:]

    /// Has the variable refer to a node, and returns to which it referred before; -1: nil.
    mutating func set(_ variable: Variable, to node: Int32) -> Int32 {
        guard node >= 0 else { return values.removeValue(forKey: variable) ?? -1 }
        let old = values.updateValue(node, forKey: variable) ?? -1
        if old != node { referrers[node, default: []].append(variable) }
        return old
    }

    /// Sets all variables that refer to the node to nil and returns them.
    mutating func clear(referringTo node: Int32) -> [Variable] {
        guard let candidates = referrers.removeValue(forKey: node) else { return [] }
        return candidates.filter { variable in
            guard values[variable] == node else { return false }
            values[variable] = nil
            return true
        }
    }
}
