import LabRecording

extension ReferenceTable {
    /// The paths from roots to an object: the shortest through each reference of a root, shortest first, those that end
    /// by themselves last. A block that nothing else holds waits in a queue or a run loop, or runs.
    func chains(to entity: EntityID, _ kinds: HolderKinds, limit: Int) -> [[Key]] {
        var (found, passing): ([[Key]], [[Key]]) = ([], [])
        // For each reached entity, the next reference towards `entity`.
        var next: [EntityID: Key] = [:]
        var queue = [entity]
        var head = 0
        while head < queue.count, found.count < limit {
            let current = queue[head]
            head += 1
            for key in held(current) {
                if kinds.isRoot(key.holder) || kinds.kind(key.holder) == .block && held(key.holder).isEmpty {
                    var path = [key]
                    while let last = path.last, last.held != entity, let step = next[last.held] { path.append(step) }
                    if kinds.isPassing(path) { passing.append(path) } else { found.append(path) }
                } else if key.holder != entity, next[key.holder] == nil {
                    next[key.holder] = key
                    queue.append(key.holder)
                }
            }
        }
        return Array((found + passing).prefix(limit))
    }

    /// The shortest path from an object back to itself.
    func cycle(through entity: EntityID) -> [Key]? {
        // The holders that close the circle come first, since an object may hold thousands.
        let last = held(entity)
        guard !last.isEmpty else { return nil }
        var before: [EntityID: Key] = [:]
        var queue = [entity]
        var head = 0
        while head < queue.count {
            let current = queue[head]
            head += 1
            if let key = last.first(where: { $0.holder == current }) {
                var path = [key]
                while let first = path.last, first.holder != entity, let step = before[first.holder] {
                    path.append(step)
                }
                return path.reversed()
            }
            for key in holds(current) where before[key.held] == nil {
                before[key.held] = key
                queue.append(key.held)
            }
        }
        return nil
    }
}
