import Laboratory
import Testing

/// A countdown as an app has it: on the main actor, with any clock.
final class Countdown {
    private(set) var shown = 10
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) { self.clock = clock }

    func run() async throws {
        while shown > 0 {
            try await clock.sleep(for: .seconds(1))
            shown -= 1
        }
    }
}

/// Somebody else's code on the lab's clock, on the main actor by default.
@Suite(.serialized) struct LabTests {
    private func shown(in weather: Weather) async throws -> Int {
        try await Lab.run(weather) { lab in
            let model = Countdown(clock: lab.clock)
            let task = Task { try await model.run() }
            await lab.advance(by: .seconds(10.5))
            task.cancel()
            return model.shown
        }
    }

    @Test func aCountdownStandsStillInTheBackground() async throws {
        let background = """
            duration = "20s"
            event = [{ at = "2.5s", do = [{ background = true }] }, { at = "6.6s", do = [{ foreground = true }] }]
            """
        #expect(try await shown(in: Weather(named: "clear")) == 0)
        #expect(try await shown(in: Weather(scenario: background)) == 4)
    }
}
