import Laboratory
import Observation
import Testing

// The examples of `timerlab reference your-own-code`, as they stand there.

@MainActor @Observable final class Countdown {
    private(set) var shown: Int
    private let clock: any Clock<Duration>

    init(from seconds: Int, clock: any Clock<Duration> = ContinuousClock()) { (shown, self.clock) = (seconds, clock) }

    func run() async throws {
        while shown > 0 {
            try await clock.sleep(for: .seconds(1))
            shown -= 1
        }
    }
}

@Suite(.serialized) struct CountdownTests {
    @Test func fallsBehindWhereTheMainThreadIsBusy() async throws {
        try await Lab.run(Weather(named: "heavy-callback")) { lab in
            let model = await Countdown(from: 30, clock: lab.clock)
            let task = Task { try await model.run() }
            await lab.advance(by: .seconds(30))
            #expect(await model.shown > 0)
            // sleep 1: due 1 s, over 1.24457 s: main busy 244.57 ms: event callback
            #expect(lab.why.contains("main busy"))
            task.cancel()
        }
    }
}

@MainActor final class Search {
    private(set) var asked: [String] = []
    private let clock: any Clock<Duration>
    private var last: Task<Void, any Error>?

    init(clock: any Clock<Duration>) { self.clock = clock }

    func type(_ text: String) {
        last?.cancel()
        last = Task {
            try await clock.sleep(for: .milliseconds(300))
            asked.append(text)
        }
    }
}

@Suite(.serialized) struct SearchTests {
    @Test(arguments: [("clear", ["kafka"]), ("background", ["ka", "kafka"])])
    func asks(weather: String, expected: [String]) async throws {
        try await Lab.run(Weather(named: weather)) { lab in
            let search = await Search(clock: lab.clock)
            Task { @MainActor in
                try await lab.clock.sleep(until: .init(offset: .seconds(19.9)))
                search.type("ka")
                try await lab.clock.sleep(for: .milliseconds(200))  // the next key
                search.type("kafka")
            }
            await lab.advance(by: .seconds(40))
            #expect(await search.asked == expected)
        }
    }
}

protocol Ticker: Sendable {
    @MainActor func tick(every interval: Duration, _ body: @escaping @MainActor () -> Void) -> Task<Void, any Error>
}

struct ClockTicker: Ticker {
    let clock: any Clock<Duration>

    func tick(every interval: Duration, _ body: @escaping @MainActor () -> Void) -> Task<Void, any Error> {
        Task { @MainActor in
            while true {
                try await clock.sleep(for: interval)
                body()
            }
        }
    }
}

@Suite(.serialized) struct TickerTests {
    @Test func ticksWhileTheUserDrags() async throws {
        try await Lab.run(Weather(named: "drag")) { lab in
            let ticks = await Task { @MainActor in
                var count = 0
                let task = ClockTicker(clock: lab.clock).tick(every: .milliseconds(100)) { count += 1 }
                await lab.advance(by: .seconds(10))
                task.cancel()
                return count
            }.value
            #expect(ticks >= 95)
        }
    }
}
