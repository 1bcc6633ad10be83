import Foundation
import Synchronization

/// A thread that wakes up every few milliseconds and notes how late it was at worst.
final class StallWatch: Sendable {
    private let longest = Atomic<Int64>(0)
    private let isDone = Atomic<Bool>(false)

    private static let step: Int64 = 2_000_000

    init(clock: LiveClock) {
        Thread.detachNewThread { [self] in
            while !isDone.load(ordering: .relaxed) {
                let target = clock.now + StallWatch.step
                clock.wait(until: target)
                let late = clock.now - target
                if late > longest.load(ordering: .relaxed) { longest.store(late, ordering: .relaxed) }
            }
        }
    }

    /// ns.
    func stop() -> Int64 {
        isDone.store(true, ordering: .relaxed)
        return longest.load(ordering: .relaxed)
    }
}
