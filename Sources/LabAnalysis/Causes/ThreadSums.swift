import LabRecording

/// Sums over a thread's spans. They explain a wait over very many spans without a look at each.
///
/// Spans of one activity are a class, and so is idle time. Copies of a large group are one activity.
struct ThreadSums {
    /// The spans from one checkpoint to the next.
    private static let stride = 16
    /// Beyond so many classes, activities of several owners are one class.
    private static let mostClasses = 32
    /// So many of the longest stay.
    private static let mostNamed = 8
    static let several = EntityID(Int(Int32.max) - 1)

    /// The time of one class within a stretch, ns, and an instant of it.
    typealias Part = (time: Int64, instant: Int64, owner: EntityID)

    private let spans: ThreadSpans
    /// The class of each activity; idle time is class 0.
    private let classes: [Int]
    private let owners: [EntityID]
    /// The time of each class before every 16th span, ns.
    private var checkpoints: [Int64] = []
    /// - Parameter told: the copies of a large group by one name.
    init?(_ spans: ThreadSpans, told: (EntityID) -> EntityID) {
        guard spans.count > 2 * Self.stride else { return nil }
        var keys = spans.activities
        for place in keys.indices { keys[place].owner = told(keys[place].owner) }
        if Set(keys).count > Self.mostClasses {
            var times: [ThreadSpan: Int64] = [:]
            for (key, time) in zip(keys, spans.timesByActivity) { times[key, default: 0] &+= time }
            let ranked = times.sorted { ($1.value, $0.key.owner, $0.key.step) < ($0.value, $1.key.owner, $1.key.step) }
            let kept = Set(ranked.prefix(Self.mostNamed).map(\.key))
            for place in keys.indices where keys[place].owner.exists && !kept.contains(keys[place]) {
                (keys[place].owner, keys[place].step) = (Self.several, -1)
            }
        }
        let different = Set(keys).sorted {
            ($0.owner, $0.step, $0.mode, $0.call) < ($1.owner, $1.step, $1.mode, $1.call)
        }
        guard different.count <= 2 * Self.mostClasses else { return nil }
        let numbers = Dictionary(uniqueKeysWithValues: zip(different, 1...))
        self.spans = spans
        classes = keys.map { numbers[$0] ?? 0 }
        owners = [.none] + different.map(\.owner)
        var sums = [Int64](repeating: 0, count: owners.count)
        var end: Int64 = 0
        for place in spans.indices {
            if place % Self.stride == 0 { checkpoints += sums }
            let span = spans[place]
            sums[0] &+= span.from &- end
            sums[classes[spans.activity(of: place)]] &+= span.length
            end = span.to
        }
        checkpoints += sums
    }

    /// True if so many spans lie between two instants that their sums are cheaper.
    func areWorthIt(from start: Int64, to end: Int64) -> Bool {
        spans.place(after: end) - spans.place(after: start) > 2 * Self.stride
    }

    /// The classes between two instants that are in the recording.
    func parts(from start: Int64, to end: Int64) -> [Part] {
        var parts: [Part] = owners.map { (0, .max, $0) }
        func count(_ number: Int, from: Int64, to: Int64) {
            let (from, to) = (max(from, start), min(to, end))
            guard from < to else { return }
            parts[number].time &+= to &- from
            parts[number].instant = min(parts[number].instant, from)
        }
        func count(_ places: Range<Int>) {
            for place in places {
                let span = spans[place]
                count(0, from: place > 0 ? spans[place - 1].to : 0, to: span.from)
                count(classes[spans.activity(of: place)], from: span.from, to: span.to)
            }
        }
        let (first, behind) = (max(0, spans.place(after: start) - 1), spans.place(after: end))
        let (low, high) = ((first + 1) / Self.stride + 1, (behind - 1) / Self.stride)
        if low < high {
            count(first..<low * Self.stride)
            count(high * Self.stride..<behind)
            for number in parts.indices {
                func sum(_ block: Int) -> Int64 { checkpoints[block * parts.count + number] }
                let before = sum(low)
                guard sum(high) > before else { continue }
                parts[number].time &+= sum(high) &- before
                if parts[number].instant < .max { continue }
                let block = (low..<high).boundary { sum($0 + 1) > before }
                parts[number].instant = instant(of: number, in: block) ?? start
            }
        } else {
            count(first..<behind)
        }
        count(0, from: behind > 0 ? spans[behind - 1].to : 0, to: end)
        return parts.filter { $0.time > 0 }
    }

    private func instant(of number: Int, in block: Int) -> Int64? {
        for place in block * Self.stride..<min(spans.count, (block + 1) * Self.stride) {
            let end = place > 0 ? spans[place - 1].to : 0
            if number == 0, spans[place].from > end { return end }
            if number == classes[spans.activity(of: place)] { return spans[place].from }
        }
        return nil
    }
}
