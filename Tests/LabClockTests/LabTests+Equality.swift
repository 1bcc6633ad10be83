import LabScenarioMutation
import LabTestBench
import Testing

@testable import Laboratory

extension LabTests {
    /// A loop on the lab's clock and the scenario's own task wake up at the same instants, ties included.
    @Suite struct Equality {
        enum Loop: CaseIterable { case relative, absolute, ticks }

        /// One kind of loop, on a clock, on the main actor or in the pool.
        struct Case: CustomStringConvertible {
            var loop: Loop
            var rules: LabClock.Rules
            var isOnMain: Bool
            /// ms.
            var interval: Int
            var work: Int

            static let kinds = Loop.allCases.flatMap { loop in
                [LabClock.Rules.continuous, .suspending].flatMap { rules in
                    [true, false].map { Case(loop: loop, rules: rules, isOnMain: $0, interval: 0, work: 0) }
                }
            }

            var description: String { "\(loop) \(rules) \(isOnMain ? "main" : "pool") \(interval) ms, work \(work) ms" }

            /// The loop as a scenario has it.
            var timer: String {
                """

                \(Toml.timer("sleep", "\(loop == .ticks ? "async-timer" : "task-sleep")", "\(interval)ms"))
                clock = "\(rules == .continuous ? "continuous" : "uptime")"
                queue = "\(isOnMain ? "main" : "shared")"
                """ + (loop == .absolute ? "\nabsolute = true" : "")
                    + (work > 0 ? "\ndo = [{ work = \"\(work)ms\" }]" : "")
            }

            /// The loop as code has it.
            func run(_ lab: Lab, isolation: isolated (any Actor)?, _ woken: (Duration) -> Void) async throws {
                let clock = lab.clock(rules)
                let interval = Duration.milliseconds(interval)
                var last = clock.now
                while true {
                    switch loop {
                    case .relative: try await clock.sleep(for: interval)
                    case .absolute: try await Task.sleep(until: last.advanced(by: interval), clock: clock)
                    case .ticks: try await clock.sleep(until: last.advanced(by: interval), tolerance: nil)
                    }
                    last = last.advanced(by: interval)
                    woken(lab.now)
                    if work > 0 { await lab.work(.milliseconds(work)) }
                }
            }
        }

        /// A queue, a timer with work, four things that happen at multiples of 25 ms, and perhaps a device with draws.
        static func weather(_ random: inout SplitMix) -> String {
            var text = """
                duration = "3s"
                [[queue]]
                id = "shared"
                kind = "global"
                \(Toml.timer("other", "nstimer", "\(100 + random.below(4) * 25)ms", repeats: true))
                do = [{ work = "\(random.below(60))ms" }]

                """
            for _ in 0..<4 {
                // What a test starts begins at once, whatever happens at that very instant.
                let (instant, length) = ((1 + random.below(109)) * 25, (1 + random.below(10)) * 25)
                let (step, end) =
                    switch random.below(5) {
                    case 0, 1: ("work = \"\(length)ms\"", "")
                    case 2: ("mode = \"tracking\", for = \"\(length)ms\"", "")
                    case 3: ("system_sleep = \"\(length)ms\"", "")
                    default: ("background = true", "foreground = true")
                    }
                text += "[[event]]\nat = \"\(instant)ms\"\ndo = [{ \(step) }]\n"
                if !end.isEmpty { text += "[[event]]\nat = \"\(instant + length)ms\"\ndo = [{ \(end) }]\n" }
            }
            if random.below(2) == 0 {
                text += """
                    [device]
                    wake_up = { p0 = "0us", p90 = "1ms", p100 = "40ms" }
                    work = { p0 = 0.9, p50 = 1.0, p100 = 1.3 }

                    """
            }
            return text
        }

        private func woken(_ loop: Case, in weather: String) async throws -> [Duration] {
            try await Lab.run(scenario: weather) { lab in
                let times = Collected<Duration>()
                if loop.isOnMain {
                    Task { @MainActor in try await loop.run(lab, isolation: MainActor.shared) { times.append($0) } }
                } else {
                    Task.detached { try await loop.run(lab, isolation: nil) { times.append($0) } }
                }
                await lab.advance(to: .nanoseconds(2_999_999_999))
                return times.all
            }
        }

        @Test func aLoopOnTheLabsClockIsTheScenariosOwn() async throws {
            var random = SplitMix(state: 51)
            var count = 0
            for number in 0..<80 {
                let weather = Equality.weather(&random)
                for kind in 0..<2 {
                    var loop = Case.kinds[(number * 2 + kind) % Case.kinds.count]
                    loop.interval = 25 + random.below(12) * 25
                    loop.work = random.below(3) * 25
                    let own = try Scenario(text: weather + loop.timer).run()[timer: "sleep"].firings
                    let woken = try await woken(loop, in: weather)
                    #expect(woken == own, "weather \(number), \(loop)")
                    count += own.count
                }
            }
            #expect(count > 1200)
        }
    }
}
