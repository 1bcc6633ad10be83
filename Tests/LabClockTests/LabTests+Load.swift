import Foundation
import Synchronization
import Testing

@testable import Laboratory

extension LabTests {
    /// The lab on a machine that has other things to do.
    @Suite struct UnderLoad {
        /// Tasks of the main actor and of the pool, an actor between them, and a stream.
        private func story() async throws -> String {
            try await Lab.run(Weather(named: "busy-main")) { lab in
                let lines = Collected<String>()
                let counter = Counter()
                let (ticks, sender) = AsyncStream<Int>.makeStream()
                for number in 1...3 {
                    Task { @MainActor in
                        for round in 1...3 {
                            try await lab.clock.sleep(for: .milliseconds(300 * number))
                            lines.append("main \(number) \(round) \(await counter.next())")
                        }
                    }
                    Task.detached {
                        for round in 1...3 {
                            try await lab.clock.sleep(for: .milliseconds(300 * number))
                            await lab.work(.milliseconds(10 * round))
                            sender.yield(await counter.next())
                        }
                    }
                }
                Task.detached { for await tick in ticks { lines.append("tick \(tick) \(lab.now)") } }
                await lab.advance(by: .seconds(3))
                return (lines.all + [lab.log, lab.why]).joined(separator: "\n")
            }
        }

        private final class End: Sendable {
            let hasCome = Atomic<Bool>(false)
        }

        private actor Counter {
            private var count = 0

            func yield(_ times: Int) async { for _ in 0..<times { await Task.yield() } }

            func next() -> Int {
                count += 1
                return count
            }
        }

        @Test func runsBesideBusyLoopsAreEqualToTheByte() async throws {
            let end = End()
            for _ in 0..<4 { Thread.detachNewThread { while !end.hasCome.load(ordering: .relaxed) {} } }
            defer { end.hasCome.store(true, ordering: .relaxed) }
            let first = try await story()
            #expect(first.contains("main busy"))
            // `LAB_RUNS=2000` takes some minutes without optimisation.
            let runs = ProcessInfo.processInfo.environment["LAB_RUNS"].flatMap { Int($0) } ?? 10
            for _ in 1..<runs { #expect(try await story() == first) }
        }

        @Test func noTimePassesWhileATaskYieldsInAnActorOrBehindIt() async throws {
            for _ in 0..<20 {
                let times = try await Lab.run(Weather(named: "clear")) { lab in
                    let counter = Counter()
                    let times = Collected<Duration>()
                    Task(priority: .background) {
                        for _ in 1...20 {
                            _ = await counter.next()
                            await Task.yield()
                        }
                        times.append(lab.now)
                        await counter.yield(20)
                        times.append(lab.now)
                    }
                    Task { while true { try await lab.clock.sleep(for: .milliseconds(1)) } }
                    await lab.advance(by: .seconds(1))
                    return times.all
                }
                #expect(times == [.zero, .zero])
            }
        }

        @Test func tenThousandSleepsTakeNoTime() async throws {
            let clock = ContinuousClock()
            let start = clock.now
            let count = try await Lab.run(Weather(scenario: "duration = \"60s\"")) { lab in
                let count = Collected<Int>()
                Task.detached {
                    for number in 0..<10_000 {
                        try await lab.clock.sleep(for: .seconds(1))
                        count.append(number)
                    }
                }
                await lab.advance(by: .seconds(10_000))
                return count.all.count
            }
            #expect(count == 10_000)
            // 0.2 s of a processor for itself with optimisation.
            #expect(clock.now - start < .seconds(20))
        }
    }
}
