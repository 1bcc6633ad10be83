import LabScenarioProgram
import Testing

@testable import LabSimulation

/// The order queue of a run loop's timers, held against a list that is sorted anew each time.
@Suite("Timer queue")
struct TimerQueueTests {
    typealias Entry = TimerQueue.Entry

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
        // The number of timers swings: past what a heap does alone, and back to none.
        for turn in 0..<12_000 {
            let grows = turn / 1_500 % 2 == 0
            let action = random.below(20)
            sequence += 1
            let entry = Entry(due: dates.next(after: now, &random), sequence: sequence, timer: sequence)
            if action == 0, turn % 30 == 0 {
                let divisor = UInt32(2 + random.below(9))
                queue.compact { $0.sequence % divisor != 0 }
                list.entries.removeAll { $0.sequence % divisor == 0 }
            } else if action < 8, let first = list.entries.first {
                now = max(now, first.due == .max ? now : first.due)
                queue.replaceFirst(entry)
                list.removeFirst()
                list.insert(entry)
            } else if action < (grows ? 10 : 18) {
                guard let first = list.entries.first else { continue }
                now = max(now, first.due == .max ? now : first.due)
                queue.popFirst()
                list.removeFirst()
            } else {
                queue.push(entry)
                list.insert(entry)
            }
            #expect(queue.first?.sequence == list.entries.first?.sequence)
            #expect(queue.count == list.entries.count)
            guard turn % 100 == 0 else { continue }
            let limit = dates.next(after: now, &random)
            #expect(sequences(queue.due(by: limit)) == list.entries.filter { $0.due <= limit }.map(\.sequence))
            #expect(sequences(queue.due(by: .max)) == list.entries.map(\.sequence))
        }
    }

    @Test("moves its first entry on again and again, as a sorted list does", arguments: Dates.allCases, [8, 40, 400])
    func advance(dates: Dates, count: UInt32) {
        var random = SplitMix(state: UInt64(count))
        var queue = TimerQueue()
        var list = SortedList()
        for number in 0..<count {
            let entry = Entry(due: dates.next(after: 0, &random), sequence: number, timer: number)
            queue.push(entry)
            list.insert(entry)
        }
        for _ in 0..<60 {
            var left = random.below(80)
            queue.advance { first in
                #expect(first == list.entries.first)
                guard left > 0 else { return nil }
                left -= 1
                let due = dates.next(after: min(first.due, 1 << 60), &random)
                list.removeFirst()
                list.insert(Entry(due: due, sequence: first.sequence, timer: first.timer))
                return due
            }
            #expect(queue.first == list.entries.first)
            #expect(queue.count == list.entries.count)
        }
    }

    @Test("lets thousands at one instant go first come first served")
    func crowd() {
        var queue = TimerQueue()
        for number in 0..<3_000 as Range<UInt32> { queue.push(Entry(due: 7, sequence: number, timer: number)) }
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
            queue.push(Entry(due: Int64(number) * 1_000, sequence: number, timer: number))
        }
        for number in 0..<4_998 as Range<UInt32> {
            #expect(queue.first?.sequence == number)
            queue.popFirst()
        }
        var due: Int64 = 4_999_000
        for turn in 0..<9_000 as Range<UInt32> {
            due += 2_500_000
            queue.replaceFirst(Entry(due: due, sequence: 5_000 + turn, timer: 0))
        }
        #expect(queue.count == 2)
        #expect(queue.first?.sequence == 13_998)
    }

    private func sequences(_ entries: [Entry]) -> [UInt32] { entries.sorted { $0 < $1 }.map(\.sequence) }
}

extension TimerEntry {
    fileprivate init(due: Int64, sequence: UInt32, timer: UInt32) {
        self.init(due: due, sequence: sequence, timer: TimerID(Int(timer)))
    }
}

/// What a timer queue should be, with nothing clever about it.
private struct SortedList {
    var entries: [TimerQueue.Entry] = []

    mutating func insert(_ entry: TimerQueue.Entry) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] < entry { low = middle + 1 } else { high = middle }
        }
        entries.insert(entry, at: low)
    }

    mutating func removeFirst() { entries.removeFirst() }
}
