/// Entries in their order, in chunks of bounded size: an insertion or a removal moves the entries of one chunk.
///
/// A heap knows the first entry only; the windows of tolerances and leeways ask for the last one by an instant.
struct SortedEntries {
    /// The most entries of a chunk; a larger one is cut in half.
    private static let chunkSize = 128

    /// None is empty.
    private var chunks: [[TimerEntry]] = []

    var first: TimerEntry? { chunks.first?.first }

    /// Their number.
    var count: Int { chunks.reduce(0) { $0 + $1.count } }

    mutating func insert(_ entry: TimerEntry) {
        guard !chunks.isEmpty else {
            chunks = [[entry]]
            return
        }
        let chunk = max(0, SortedEntries.place(in: chunks) { !(entry < $0[0]) } - 1)
        chunks[chunk].insert(entry, at: SortedEntries.place(in: chunks[chunk]) { !(entry < $0) })
        guard chunks[chunk].count > SortedEntries.chunkSize else { return }
        let half = chunks[chunk].count / 2
        chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
        chunks[chunk].removeLast(chunks[chunk].count - half)
    }

    /// Removes an entry that is there.
    mutating func remove(_ entry: TimerEntry) {
        let chunk = SortedEntries.place(in: chunks) { !(entry < $0[0]) } - 1
        guard chunk >= 0 else { return }
        let place = SortedEntries.place(in: chunks[chunk]) { $0 < entry }
        guard place < chunks[chunk].count, chunks[chunk][place] == entry else { return }
        chunks[chunk].remove(at: place)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    }

    /// The latest due instant that is not after `limit`.
    func lastDue(by limit: Int64) -> Int64? {
        let chunk = SortedEntries.place(in: chunks) { $0[0].due <= limit } - 1
        guard chunk >= 0 else { return nil }
        return chunks[chunk][SortedEntries.place(in: chunks[chunk]) { $0.due <= limit } - 1].due
    }

    /// The entries that are due by `limit`, in order.
    func entries(by limit: Int64) -> [TimerEntry] {
        var found: [TimerEntry] = []
        for chunk in chunks {
            guard chunk[chunk.count - 1].due > limit else {
                found += chunk
                continue
            }
            found += chunk.prefix { $0.due <= limit }
            break
        }
        return found
    }

    /// The number of leading elements that `isBefore` holds for.
    @inline(__always) private static func place<Element>(
        in elements: [Element], where isBefore: (borrowing Element) -> Bool
    ) -> Int {
        let elements = elements.span
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
