import LabExactTime
import LabRecording

/// The spans of a thread in order, without overlap, none of them empty: 16 bytes each.
///
/// A thread has few different activities, each of them often. Each activity is stored once; a span has its start, its
/// length and the number of its activity. Lengths of 4.3 s and more are stored separately.
package struct ThreadSpans: RandomAccessCollection, Hashable, Sendable {
    private struct Entry: Hashable {
        var from: Int64
        /// The length, ns; `UInt32.max` if it is stored separately.
        var length: UInt32
        var occupation: Int32
    }

    private var entries: [Entry] = []
    /// The contents of spans without their time, which is 0 here.
    private var occupations: [ThreadSpan] = []
    /// Empty as long as there are few.
    private var numbers: [ThreadSpan: Int32] = [:]
    private static let mostSearched = 16
    /// In the order of indices.
    private var longEnds: [LongEnd] = []

    private struct LongEnd: Hashable {
        var index: Int
        var end: Int64
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }

    package subscript(index: Int) -> ThreadSpan {
        var span = occupations[Int(entries[index].occupation)]
        (span.from, span.to) = (entries[index].from, end(of: index))
        return span
    }

    var activities: [ThreadSpan] { occupations }

    /// The total length of each activity, ns.
    var timesByActivity: [Int64] {
        var times = [Int64](repeating: 0, count: occupations.count)
        for index in entries.indices { times[activity(of: index)] &+= end(of: index) &- entries[index].from }
        return times
    }

    func activity(of index: Int) -> Int { Int(entries[index].occupation) }

    /// The index of the first span that begins after an instant.
    func place(after instant: Int64) -> Int { entries.boundary { $0.from > instant } }

    /// The span at an instant, if any, and the end of it or the start of the next one.
    func span(at instant: Int64) -> (span: ThreadSpan?, until: Int64) {
        let next = place(after: instant)
        if next > 0 {
            let span = self[next - 1]
            if instant < span.to { return (span, span.to) }
        }
        return (nil, next < entries.count ? entries[next].from : .max)
    }

    /// Adds a span after all others, or lengthens the last one if it continues that.
    package mutating func append(_ span: ThreadSpan) {
        var occupation = span
        (occupation.from, occupation.to) = (0, 0)
        if let last = entries.indices.last, end(of: last) == span.from,
            occupations[Int(entries[last].occupation)] == occupation
        {
            setEnd(of: last, to: span.to)
            return
        }
        entries.append(Entry(from: span.from, length: 0, occupation: number(of: occupation)))
        setEnd(of: entries.count - 1, to: span.to)
    }

    private mutating func number(of occupation: ThreadSpan) -> Int32 {
        // A thread's activity is mostly one of the last few.
        for entry in entries.suffix(4) where occupations[Int(entry.occupation)] == occupation {
            return entry.occupation
        }
        let known = numbers.isEmpty ? occupations.firstIndex(of: occupation) : numbers[occupation].map(Int.init)
        let number = Int32(clamping: known ?? occupations.count)
        guard known == nil else { return number }
        occupations.append(occupation)
        if occupations.count == ThreadSpans.mostSearched {
            numbers = Dictionary(uniqueKeysWithValues: zip(occupations, 0...))
        } else if !numbers.isEmpty {
            numbers[occupation] = number
        }
        return number
    }

    private func end(of index: Int) -> Int64 {
        let entry = entries[index]
        if entry.length < .max { return entry.from &+ Int64(entry.length) }
        return longEnds[longEnds.boundary { $0.index >= index }].end
    }

    private mutating func setEnd(of index: Int, to end: Int64) {
        let length = end &- entries[index].from
        entries[index].length = UInt32(clamping: length)
        guard entries[index].length == .max else { return }
        if longEnds.last?.index == index { longEnds.removeLast() }
        longEnds.append(LongEnd(index: index, end: end))
    }
}

/// The activity of a thread between two instants: its run loop's innermost mode, and the owner that kept it busy.
package struct ThreadSpan: TimeSpan, Hashable, Sendable {
    package var from: Int64
    package var to: Int64
    /// The mode of the innermost activation; `EntityID.none` while the run loop does not run.
    package var mode: EntityID
    /// The owner of the callback, callout, work or sleep; `EntityID.none` while the thread waited.
    package var owner: EntityID
    /// Index of the step; -1 for none.
    package var step: Int64
    /// The entity that runs the run loop inside a callout, as a drag does; `EntityID.none` for the outermost
    /// activation.
    package var caller = EntityID.none
    /// Index of the step that called the innermost activation; -1 for none.
    package var call: Int64 = -1
    /// True if the processor was getting up to speed for a piece of work.
    package var isRampUp = false
}

/// A thread over simulated time.
package struct ThreadActivity: Hashable, Sendable {
    package var thread: EntityID
    package var spans: ThreadSpans

    /// The total time of the thread's work and sleep, ns.
    package var busy: Int64 {
        spans.reduce(0) { $1.owner == EntityID.none ? $0 : $0.adding(saturating: $1.to - $1.from) }
    }
}
