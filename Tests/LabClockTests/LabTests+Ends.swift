import Testing

@testable import Laboratory

extension LabTests {
    /// Code that never waits, and code that waits for what never comes, ends with a reason.
    @Suite(.timeLimit(.minutes(1))) struct Ends {
        actor Flag { var isOn = false }

        struct Loop: CustomTestStringConvertible, Sendable {
            let testDescription: String
            /// s.
            let at: Int
            let body: @Sendable (Lab) async throws -> Void
        }

        static let loops = [
            Loop(testDescription: "a cancelled loop that ignores the error", at: 3) { lab in
                let task = Task { while true { try? await lab.clock.sleep(for: .seconds(1)) } }
                await lab.advance(by: .seconds(3))
                task.cancel()
            },
            Loop(testDescription: "a cancelled loop of the main actor", at: 3) { lab in
                let task = Task { @MainActor in while true { try? await lab.clock.sleep(for: .seconds(1)) } }
                await lab.advance(by: .seconds(3))
                task.cancel()
                await lab.advance(by: .seconds(3))
            },
            Loop(testDescription: "the body polls", at: 0) { _ in
                let flag = Flag()
                while await !flag.isOn { await Task.yield() }
            },
            Loop(testDescription: "a task yields for ever while time passes", at: 0) { lab in
                Task { while true { await Task.yield() } }
                await lab.advance(by: .seconds(1))
            },
            Loop(testDescription: "a sleep of no time", at: 0) { lab in
                Task { while true { try await lab.clock.sleep(for: .zero) } }
                await lab.advance(by: .seconds(1))
            },
        ]

        @Test(arguments: loops) func aLoopThatNeverWaitsEndsTheTestWithItsInstant(loop: Loop) async throws {
            let clock = ContinuousClock()
            let start = clock.now
            let problem = await #expect(throws: Problem.self) { try await Lab.run(Weather(named: "clear"), loop.body) }
            #expect(problem?.description.contains(" turns at \(loop.at) s,") == true)
            #expect(clock.now - start < .seconds(20))
            // The process is free for the next lab.
            #expect(try await Lab.run(Weather(named: "clear")) { $0.now } == .zero)
        }

        @Test func aSleepForAThousandYearsEndsByItsCancellation() async throws {
            try await Lab.run(Weather(named: "clear")) { lab in
                let task = Task { try await lab.clock.sleep(for: .seconds(86_400 * 365 * 1000)) }
                await lab.advance(by: .seconds(1))
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                try await lab.checkSuspension()
            }
        }

        @Test func aLabInsideALabAndAContinuationThatNobodyResumesAreNamed() async throws {
            let nested = await #expect(throws: Problem.self) {
                try await Lab.run(Weather(named: "clear")) { _ in try await Lab.run(Weather(named: "drag")) { _ in } }
            }
            #expect(nested?.description.contains("Lab.run inside Lab.run") == true)
            let never = await #expect(throws: Problem.self) {
                try await Lab.run(Weather(named: "clear")) { _ in
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
            }
            #expect(never?.description.contains("continuation") == true)
        }

        @Test func aSleepOnTheClockOfALabThatHasEndedThrowsAndStopsTheLabOfItsTask() async throws {
            let lab = try await Lab.run(Weather(named: "clear")) { $0 }
            let problem = await #expect(throws: Problem.self) { try await lab.clock.sleep(for: .seconds(1)) }
            #expect(problem?.description.contains("belongs to a lab that has ended") == true)
            await lab.work(.seconds(1))
            await lab.advance(by: .seconds(1))
            let inOther = await #expect(throws: Problem.self) {
                try await Lab.run(Weather(named: "clear")) { other in
                    Task { while true { await lab.work(.seconds(1)) } }
                    Task { while true { try? await lab.clock.sleep(for: .seconds(1)) } }
                    await other.advance(by: .seconds(10))
                }
            }
            #expect(inOther?.description == problem?.description)
        }

        @Test func aScenarioWhoseBudgetIsUsedUpEndsTheTestAtThatInstant() async throws {
            let text = """
                duration = "60s"
                budget = 10
                event = [{ at = "1s", every = "1s", do = [{ work = "1ms" }] }]
                """
            let problem = await #expect(throws: Problem.self) {
                try await Lab.run(scenario: text) { lab in
                    while true { await lab.advance(by: .seconds(1)) }
                }
            }
            #expect(problem?.description.contains("scenario: no more can be simulated after 2 s\n") == true)
        }
    }
}
