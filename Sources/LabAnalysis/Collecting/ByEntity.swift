import LabRecording

/// Values grouped by entity, each group in its original order.
struct ByEntity<Element: Sendable> {
    let values: [Element]
    private let starts: [Int]

    /// - Parameter key: the entity of a value, which must be a known one.
    init(_ values: consuming [Element], entities: Int, key: (Element) -> Int32) {
        values.sort { key($0) < key($1) }
        var starts = values.isEmpty ? [] : [Int](repeating: 0, count: entities + 1)
        for index in values.indices { starts[Int(key(values[index])) + 1] += 1 }
        for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
        (self.values, self.starts) = (values, starts)
    }

    subscript(entity: Int) -> ArraySlice<Element> {
        guard entity >= 0, entity + 1 < starts.count else { return [] }
        return values[starts[entity]..<starts[entity + 1]]
    }
}

extension Array {
    /// Appends the element until there are so many, if there are fewer.
    mutating func grow(to count: Int, with element: Element) {
        if self.count < count { append(contentsOf: repeatElement(element, count: count - self.count)) }
    }
}

extension [Entity] {
    /// The timer that represents a copy; nil for any other entity.
    func leader(of index: Int) -> Int? {
        let group = Int(self[index].group.index)
        return self[index].kind == .timer && indices.contains(group) ? group : nil
    }

    /// True for a thread of GCD's pool, which no part of the scenario names.
    func isPool(_ thread: EntityID) -> Bool { self[thread]?.place.isEmpty ?? true && thread != mainThread }
}
