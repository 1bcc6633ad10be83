import LabScenarioProgram
import Testing

@testable import LabSimulation

/// The order queue of a run loop's timers, held against a list that is sorted anew each time.
@Suite("Timer queue")
struct TimerQueueTests {
    typealias Entry = TimerEntry

    /// How far from the latest instant the next fire date lies.
    enum Dates: CaseIterable {
        /// As if all timers had about the same interval.
        case even
        /// Many at one instant.
        case crowded
        /// From the instant itself to the far future, on all scales.
        case wild
        /// Sometimes before the latest instant, and before 0.
        case backwards

        func next(after now: Int64, _ random: inout SplitMix) -> Int64 {
            switch self {
            case .even: now + 1_000_000_000 + random.below(1_000_000_000)
            case .crowded: now / 1_000 * 1_000 + random.below(4) * 1_000
            case .wild: random.below(40) == 0 ? .max - random.below(3) : now &+ random.below(1 << random.below(50))
            case .backwards: now - 10_000 + random.below(100_000)
            }
        }
    }

    @Test(
        "gives what a sorted list gives, whatever is done to it", arguments: Dates.allCases,
        1...6 as ClosedRange<UInt64>)
    func sameAsSortedList(dates: Dates, seed: UInt64) {
        var random = SplitMix(state: seed)
        var queue = TimerQueue()
        var list = SortedList()
        var now: Int64 = 0
        var sequence: UInt32 = 0
        // The number of timers swings: past what a chunk holds, and back to none.
        for turn in 0..<12_000 {
            let grows = turn / 1_500 % 2 == 0
            let action = random.below(20)
            sequence += 1
            let entry = Entry(due: dates.next(after: now, &random), sequence: sequence, timer: sequence)
            if action == 0, !list.entries.isEmpty {
                let gone = list.entries[Int(random.below(Int64(list.entries.count)))]
                queue.remove(gone)
                list.entries.removeAll { $0 == gone }
            } else if action < 8, let first = list.entries.first {
                now = max(now, first.due == .max ? now : first.due)
                queue.replaceFirst(entry)
                list.removeFirst()
                list.insert(entry)
            } else if action < (grows ? 10 : 18) {
                guard let first = list.entries.first else { continue }
                now = max(now, first.due == .max ? now : first.due)
                queue.remove(first)
                list.removeFirst()
            } else {
                queue.insert(entry)
                list.insert(entry)
            }
            #expect(queue.first?.sequence == list.entries.first?.sequence)
            #expect(queue.count == list.entries.count)
            guard turn % 100 == 0 else { continue }
            let limit = dates.next(after: now, &random)
            #expect(queue.due(by: limit) == list.entries.filter { $0.due <= limit })
            #expect(queue.due(by: .max) == list.entries)
            #expect(queue.lastDue(by: limit) == list.entries.last { $0.due <= limit }?.due)
            guard let first = list.entries.first, let second = list.entries.dropFirst().first else { continue }
            #expect(queue.isLone(by: first.due) == (second.due > first.due))
        }
    }

    @Test("lets thousands at one instant go first come first served")
    func crowd() {
        var queue = TimerQueue()
        for number in 0..<3_000 as Range<UInt32> { queue.insert(Entry(due: 7, sequence: number, timer: number)) }
        for number in 0..<3_000 as Range<UInt32> {
            #expect(queue.first?.sequence == number)
            queue.replaceFirst(Entry(due: 14, sequence: 3_000 + number, timer: number))
        }
        #expect(queue.first?.sequence == 3_000)
    }

    @Test("that has lost nearly everybody goes on with the rest")
    func lastOnes() {
        var queue = TimerQueue()
        for number in 0..<5_000 as Range<UInt32> {
            queue.insert(Entry(due: Int64(number) * 1_000, sequence: number, timer: number))
        }
        for number in 0..<4_998 as Range<UInt32> {
            #expect(queue.first?.sequence == number)
            queue.remove(Entry(due: Int64(number) * 1_000, sequence: number, timer: number))
        }
        var due: Int64 = 4_999_000
        for turn in 0..<9_000 as Range<UInt32> {
            due += 2_500_000
            queue.replaceFirst(Entry(due: due, sequence: 5_000 + turn, timer: 0))
        }
        #expect(queue.count == 2)
        #expect(queue.first?.sequence == 13_998)
    }

}

extension TimerEntry {
    fileprivate init(due: Int64, sequence: UInt32, timer: UInt32) {
        self.init(due: due, sequence: sequence, timer: TimerID(Int(timer)))
    }
}

/// What a timer queue should be, with nothing clever about it.
private struct SortedList {
    var entries: [TimerEntry] = []

    mutating func insert(_ entry: TimerEntry) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] < entry { low = middle + 1 } else { high = middle }
        }
        entries.insert(entry, at: low)
    }

    mutating func removeFirst() { entries.removeFirst() }
}
