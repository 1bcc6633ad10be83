import Testing

@testable import Laboratory

extension LabTests {
    /// Defects that shipped: right on a clock that always keeps its word, wrong in one weather, which says its line.
    @Suite struct Defects {
        struct Defect: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let weather: String
            /// What the account names.
            let because: String
            /// True if the code did what it is for.
            let isRight: @Sendable (Lab) async throws -> Bool
        }

        static let background = """
            duration = "60s"
            event = [
                { at = "1.1s", do = [{ background = true }] },
                { at = "8s", do = [{ foreground = true }] },
            ]
            """
        static let asleepAtNight = """
            duration = "1h"
            event = [{ at = "540s", every = "1h", do = [{ system_sleep = "3000s" }] }]
            """

        static let all = [
            Defect(
                testDescription: "a debounced search asks for half a word", weather: background, because: "line 3"
            ) { lab in
                let search = await Search(lab.clock)
                Task { @MainActor in
                    try await lab.clock.sleep(for: .seconds(1))
                    search.type("ka")
                    try await lab.clock.sleep(for: .milliseconds(200))
                    search.type("kafka")
                }
                await lab.advance(by: .seconds(20))
                return await search.asked == ["kafka"]
            },
            Defect(
                testDescription: "a countdown counts its ticks", weather: background, because: "line 3"
            ) { lab in
                let model = await Countdown(from: 10, clock: lab.clock)
                Task { try await model.run() }
                await lab.advance(by: .seconds(10.5))
                return await model.shown == 0
            },
            Defect(
                testDescription: "what counts every point comes in a burst", weather: background, because: "line 3"
            ) { lab in
                let calls = Collected<Duration>()
                Task { @MainActor in
                    var next = lab.clock.now
                    while true {
                        next = next.advanced(by: .seconds(1))
                        try await lab.clock.sleep(until: next)
                        calls.append(lab.now)
                    }
                }
                await lab.advance(by: .seconds(20))
                return zip(calls.all, calls.all.dropFirst()).allSatisfy { $1 - $0 > .milliseconds(500) }
            },
            Defect(
                testDescription: "an hourly job keeps a clock that sleeps with the system (RxSwift#2280)",
                weather: asleepAtNight, because: "line 2"
            ) { lab in
                let runs = Collected<Duration>()
                Task.detached {
                    while true {
                        try await lab.clock(.suspending).sleep(for: .seconds(3600))
                        runs.append(lab.now)
                    }
                }
                await lab.advance(by: .seconds(48 * 3600 + 60))
                return runs.all.count >= 47
            },
            Defect(
                testDescription: "what is left of an interval is negative (Asynchrone#61)", weather: LabTests.busy,
                because: "line 3"
            ) { lab in
                let delays = Collected<Duration>()
                Task { @MainActor in
                    var next = Duration.zero
                    while true {
                        next += .seconds(1)
                        delays.append(next - lab.now)
                        try await lab.clock.sleep(for: next - lab.now)
                    }
                }
                await lab.advance(by: .seconds(10))
                return delays.all.allSatisfy { $0 >= .zero }
            },
            Defect(
                testDescription: "a pause lands after the resume (element-x-ios#5738)", weather: background,
                because: "line 3"
            ) { lab in
                let states = Collected<String>()
                Task.detached {
                    try await lab.clock.sleep(until: .init(offset: .seconds(1)))
                    try await lab.clock.sleep(for: .seconds(1))
                    await lab.work(.milliseconds(300))
                    states.append("paused")
                }
                Task { @MainActor in
                    try await lab.clock.sleep(until: .init(offset: .milliseconds(8100)))
                    states.append("resumed")
                }
                await lab.advance(by: .seconds(20))
                return states.all.last == "resumed"
            },
        ]

        @Test(arguments: all) func isRightInClearWeatherAndWrongInOneThatSaysItsLine(defect: Defect) async throws {
            #expect(try await Lab.run(Weather(named: "clear"), defect.isRight))
            let (isRight, why) = try await Lab.run(scenario: defect.weather) { lab in
                (try await defect.isRight(lab), lab.why)
            }
            #expect(!isRight)
            #expect(why.contains("(scenario, \(defect.because))"), "\(why)")
        }

        /// Asks for what was typed when nothing more has come for 300 ms.
        @MainActor final class Search {
            private(set) var asked: [String] = []
            private let clock: LabClock
            private var last: Task<Void, any Error>?

            init(_ clock: LabClock) { self.clock = clock }

            func type(_ text: String) {
                last?.cancel()
                last = Task {
                    try await clock.sleep(for: .milliseconds(300))
                    asked.append(text)
                }
            }
        }
    }
}
