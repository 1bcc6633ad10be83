import LabRecording

/// The strong references at one moment of a replay, in the order in which they were made.
struct ReferenceTable {
    struct Key: Hashable {
        var holder: EntityID
        var held: EntityID
        var label: Int64
    }

    private typealias Entry = (key: Key, count: Int, order: Int)

    private var entries: [Entry] = []
    /// The numbers of entries whose references are gone.
    private var free: [Int] = []
    private var made = 0
    /// Entry numbers by held entity and by holder, oldest first.
    private var toward = LinkedLists()
    private var away = LinkedLists()

    mutating func retain(_ key: Key) {
        if let number = number(of: key) {
            entries[number].count += 1
            return
        }
        let entry: Entry = (key, 1, made)
        made += 1
        let number = free.popLast() ?? entries.count
        if number < entries.count { entries[number] = entry } else { entries.append(entry) }
        toward.append(number, to: Self.list(key.held))
        away.append(number, to: Self.list(key.holder))
    }

    /// Removes a reference; true if there was one.
    @discardableResult mutating func release(_ key: Key) -> Bool {
        guard let number = number(of: key) else { return false }
        entries[number].count -= 1
        guard entries[number].count == 0 else { return true }
        toward.remove(number, from: Self.list(key.held))
        away.remove(number, from: Self.list(key.holder))
        free.append(number)
        return true
    }

    /// References to an object, oldest first.
    func held(_ entity: EntityID) -> [Key] { toward.numbers(in: Self.list(entity)).map { entries[$0].key } }

    /// References of a holder, oldest first.
    func holds(_ entity: EntityID) -> [Key] { away.numbers(in: Self.list(entity)).map { entries[$0].key } }

    var all: [Key] { entries.filter { $0.count > 0 }.sorted { $0.order < $1.order }.map(\.key) }

    /// Searches the shorter one of its two lists.
    private func number(of key: Key) -> Int? {
        let (held, holder) = (Self.list(key.held), Self.list(key.holder))
        let isHeldByFewer = toward.count(held) <= away.count(holder)
        let numbers = isHeldByFewer ? toward.numbers(in: held) : away.numbers(in: holder)
        return numbers.first { entries[$0].key == key }
    }

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

    /// The number of a list; the first is for roots without an entity.
    private static func list(_ entity: EntityID) -> Int { max(0, Int(entity.index) + 1) }
}

/// Numbers in lists, each in at most one list. A new number is appended, and any number can be removed in constant
/// time.
struct LinkedLists {
    private var lists: [(first: Int32, last: Int32, count: Int32)] = []
    /// By number: -1 for none.
    private var links: [(previous: Int32, next: Int32)] = []

    func count(_ list: Int) -> Int { list < lists.count ? Int(lists[list].count) : 0 }

    func numbers(in list: Int) -> some Sequence<Int> {
        sequence(state: list < lists.count ? lists[list].first : -1) { next -> Int? in
            guard next >= 0 else { return nil }
            defer { next = links[Int(next)].next }
            return Int(next)
        }
    }

    mutating func append(_ number: Int, to list: Int) {
        lists.grow(to: list + 1, with: (-1, -1, 0))
        links.grow(to: number + 1, with: (-1, -1))
        let last = lists[list].last
        links[number] = (last, -1)
        if last >= 0 { links[Int(last)].next = Int32(number) } else { lists[list].first = Int32(number) }
        lists[list].last = Int32(number)
        lists[list].count += 1
    }

    mutating func remove(_ number: Int, from list: Int) {
        let link = links[number]
        if link.previous >= 0 { links[Int(link.previous)].next = link.next } else { lists[list].first = link.next }
        if link.next >= 0 { links[Int(link.next)].previous = link.previous } else { lists[list].last = link.previous }
        lists[list].count -= 1
    }
}
