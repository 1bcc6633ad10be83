import LabRecording

/// The spans of a thread in order, without overlap, none of them empty: 24 bytes each.
///
/// A thread has few different activities, each of them often. Each activity is stored once; a span has its start, its
/// end and the number of its activity.
package struct ThreadSpans: RandomAccessCollection, Hashable {
    private struct Entry: TimeSpan, Hashable {
        var from: Int64
        var to: Int64
        var occupation: Int32
    }

    private var entries: [Entry] = []
    /// The contents of spans without their time, which is 0 here.
    private(set) var activities: [ThreadSpan] = []
    /// The numbers of all but the last eight.
    private var numbers: [ThreadSpan: Int32] = [:]

    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }

    package subscript(index: Int) -> ThreadSpan { span(entries[index]) }

    private func span(_ entry: Entry) -> ThreadSpan {
        var span = activities[Int(entry.occupation)]
        (span.from, span.to) = (entry.from, entry.to)
        return span
    }

    /// The total length of each activity, ns.
    var timesByActivity: [Int64] {
        var times = [Int64](repeating: 0, count: activities.count)
        for entry in entries { times[Int(entry.occupation)] &+= entry.length }
        return times
    }

    func activity(of index: Int) -> Int { Int(entries[index].occupation) }

    /// The index of the first span that begins after an instant.
    func place(after instant: Int64) -> Int { entries.boundary { $0.from > instant } }

    /// The span at an instant, if any, and the end of it or the start of the next one.
    func span(at instant: Int64) -> (span: ThreadSpan?, until: Int64) {
        let found = entries.span(at: instant)
        return (found.span.map(span), found.until)
    }

    /// Adds a span after all others, or lengthens the last one if it continues that.
    mutating func append(_ span: ThreadSpan) {
        var occupation = span
        (occupation.from, occupation.to) = (0, 0)
        if let last = entries.indices.last, entries[last].to == span.from,
            activities[Int(entries[last].occupation)] == occupation
        {
            entries[last].to = span.to
        } else {
            entries.append(Entry(from: span.from, to: span.to, occupation: number(of: occupation)))
        }
    }

    private mutating func number(of occupation: ThreadSpan) -> Int32 {
        // Comparing with the last ones is faster than hashing.
        if let recent = activities.suffix(8).lastIndex(of: occupation) { return Int32(clamping: recent) }
        if let number = numbers[occupation] { return number }
        activities.append(occupation)
        let (number, older) = (activities.count - 1, activities.count - 9)
        if older >= 0 { numbers[activities[older]] = Int32(clamping: older) }
        return Int32(clamping: number)
    }
}

/// The activity of a thread between two instants: its run loop's innermost mode, and the owner that kept it busy.
package struct ThreadSpan: TimeSpan, Hashable {
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
    var caller = EntityID.none
    /// Index of the step that called the innermost activation; -1 for none.
    var call: Int64 = -1
    /// True if the processor was getting up to speed for a piece of work.
    var isRampUp = false
}

/// A thread over simulated time.
package struct ThreadActivity: Hashable {
    package var thread: EntityID
    package var spans: ThreadSpans

    /// The total time of the thread's work and sleep, ns.
    package var busy: Int64 {
        spans.reduce(0) { $1.owner.exists ? $0.adding(saturating: $1.to - $1.from) : $0 }
    }
}
