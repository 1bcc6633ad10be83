import Analysis
import ExactTime
import LogImport
import Recording

/// A log that was read, with what is known of each of its timers.
package struct LogFile: Sendable {
    /// As it was typed; `standard input` for `-`.
    package var typed: String
    package var reading: LogReading
    /// One for each timer of the reading.
    package var timers: [Timer]

    package struct Timer: Sendable {
        package var times: LoggedTimer
        /// How it is recorded: its interval, and whether on a grid.
        package var reading: TimerReading
        package var isIntervalGiven: Bool { guess == nil && reading.interval != nil }
        /// What the interval was taken for when nothing tells it; nil when it is given, or cannot be seen.
        package var guess: IntervalGuess?
        package var verdict: MechanismVerdict?
        /// What a scenario tells of it.
        let known: KnownTimer?
        /// Where its grid begins anew, as far as its interval tells.
        let segments: [Int]
        /// Worked out anew each time, since it takes more room than the times themselves.
        var plan: GridPlan { GridPlan(times, reading, segments: segments) }

        init(_ times: LoggedTimer, interval: Rational?, guess: IntervalGuess?, _ known: KnownTimer?) {
            (self.times, self.guess, self.known) = (times, guess, known)
            reading = TimerReading(interval: interval ?? guess?.interval)
            segments = reading.interval.map { GridFit.segments(of: times, interval: $0) } ?? []
        }

        /// Its firings for judging evenness; nil without an interval.
        var firings: FiringTimes? {
            guard let interval = reading.interval else { return nil }
            let breaks = Set(times.breaks).union(segments.dropFirst()).sorted()
            return FiringTimes(times: times.times, breaks: breaks, interval: interval)
        }

        /// Judges, and reads the lines accordingly.
        mutating func take(_ verdict: MechanismVerdict?) {
            self.verdict = verdict
            reading.isRelative = known?.isRelative ?? (verdict?.kind == .rescheduled)
            reading.usualMultiple = reading.isRelative ? 1 : verdict?.usualMultiple ?? 1
        }
    }
}

/// How to read a log.
package struct LogRequest: Sendable {
    package var options = LogOptions()
    /// The interval of its timers, ns; nil to infer it.
    package var interval: Rational?

    package init() {}
}

extension LogFile {
    /// Reads a log, or standard input for `-`, piece by piece.
    ///
    /// - Parameter gate: names the timers that it knows.
    /// - Throws: `Problem` for what cannot be read.
    static func read(_ path: String, request: LogRequest, gate: LogGate? = nil) throws(Problem) -> LogFile {
        var options = request.options
        options.knownTexts = gate?.knownTexts ?? []
        var reader = LogReader(options: options)
        try InputFile.stream(path, typed: path) {
            reader.feed($0)
            return true
        }
        let read = reader.finish()
        let (reading, known) = gate?.name(read) ?? (read, [:])
        let timers = reading.timers.map { timer in
            LogFile.timer(timer, interval: request.interval, known[timer.name], reading.resolution)
        }
        return LogFile(typed: path == "-" ? "standard input" : path, reading: reading, timers: timers)
    }

    private static func timer(
        _ times: LoggedTimer, interval given: Rational?, _ known: KnownTimer?, _ resolution: Int64
    ) -> Timer {
        let interval = given ?? known?.interval
        let guess =
            interval == nil ? IntervalGuess(times: times.times, breaks: times.breaks, resolution: resolution) : nil
        var timer = Timer(times, interval: interval, guess: guess, known)
        let verdict = timer.firings.flatMap { MechanismVerdict($0, resolution: resolution, guess: guess?.basis) }
        timer.take(verdict)
        return timer
    }

    /// Takes back each verdict that the drift of its timer speaks against; whether there is one.
    mutating func refuseContradicted(by summaries: [TimerSummary]) -> Bool {
        var isAny = false
        for (index, summary) in zip(timers.indices, summaries) {
            guard var verdict = timers[index].verdict, let kind = verdict.kind, let drift = summary.drift else {
                continue
            }
            let isSlow = (drift.low ?? 0) > 500_000
            guard kind == .grid ? isSlow || (drift.high ?? 0) < -500_000 : (drift.high ?? .max) <= 0 else { continue }
            verdict.refuse(.contradicted, because: "a drift of \(drift.text()) speaks against that it \(kind.title)")
            timers[index].take(verdict)
            isAny = true
        }
        return isAny
    }

    /// The log as a recording.
    var recording: LogRecording { LogRecording(reading, timers.map { ($0.reading, $0.plan) }) }
}
