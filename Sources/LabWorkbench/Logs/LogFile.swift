import LabAnalysis
import LabCatalogue
import LabExactTime
import LabLogImport
import LabRecording
import LabScenarioModel

/// A log, with the facts about each of its timers.
struct LogFile {
    /// The name as it was typed; `standard input` for `-`.
    var typed: String
    var reading: LogReading
    var timers: [Timer]

    struct Timer {
        var times: LoggedTimer
        var facts: Identification
        let isNamed: Bool
        /// The instant of the last line of any timer, ns.
        private let end: Int64
        /// The lines at which its grid starts again, as its interval shows.
        private let segments: [Int]
        /// True if each interval counts from the latest line.
        var isRelative: Bool { facts.mechanism == .rescheduled }
        /// Computed each time, since it needs more memory than the times themselves.
        var plan: GridPlan {
            GridPlan(
                times, interval: facts.known, isRelative: isRelative, usualMultiple: facts.usualMultiple,
                segments: segments)
        }

        init(_ times: LoggedTimer, interval: Rational?, _ known: TimerPlan?, in log: LogReading) {
            (self.times, isNamed) = (times, known != nil)
            let resolution = log.resolution
            end = log.timers.compactMap(\.times.last).max() ?? 0
            facts = Identification(
                given: interval ?? known?.interval.flatMap { $0 > .zero ? $0 : nil },
                told: known.map { $0.isRelative ? .rescheduled : .grid }
            ) { IntervalGuess(times: times.times, breaks: times.breaks, resolution: resolution) }
            segments = facts.interval.map { GridFit.segments(of: times, interval: $0) } ?? []
            let breaks = Set(times.breaks).union(segments.dropFirst()).sorted()
            facts.judge(
                facts.interval.flatMap { FiringTimes(times: times.times, breaks: breaks, interval: $0) },
                resolution: resolution)
        }
    }

    /// Reads a log, or standard input for `-`, in pieces; a gate names the timers that it knows.
    static func read(_ path: String, _ options: LogOptions, gate: LogGate?) throws(Problem) -> LogFile {
        var options = options
        options.knownTexts = gate?.knownTexts ?? []
        var reader = LogReader(options: options)
        try InputFile.stream(path, typed: path) { reader.feed($0) }
        let read = reader.finish()
        let (reading, known) = gate?.name(read) ?? (read, [:])
        var timers = reading.timers.map { timer in
            let given = options.interval.flatMap { timer.mayHave($0.scaled(1) ?? 0) ? $0 : nil }
            return Timer(timer, interval: given, known[timer.name], in: reading)
        }
        // No callback lasts for many intervals that another one on its thread keeps: so much rarer lines belong to
        // another timer, or to none, without that interval.
        let keeping = timers.filter { $0.facts.usualMultiple == 1 && $0.facts.mechanism == .grid }
        for (index, timer) in timers.enumerated() where !timer.isNamed && timer.facts.usualMultiple > 1 {
            let threads = Set(timer.times.threads)
            guard keeping.contains(where: { threads.isSubset(of: $0.times.threads) }) else { continue }
            timers[index] = Timer(timer.times, interval: nil, nil, in: reading)
        }
        return LogFile(typed: path == "-" ? "standard input" : path, reading: reading, timers: timers)
    }

    /// The recording and its analysis, without the verdicts that the drift of their timers contradicts.
    mutating func judged(keeping kept: KeptRecords = []) -> (Trace, RunAnalysis) {
        let recording = LogRecording(reading, timers.map(\.plan))
        let collector = RunCollector(of: recording.trace.header)
        let keeper = RecordKeeper(keeping: kept)
        var trace = recording.recorded(into: RecordFork([collector, keeper]))
        trace.records = keeper.records
        let analysis = collector.analysis(of: trace)
        let isRefused = zip(timers.indices, analysis.timers).filter { timers[$0].facts.refuse(by: $1.drift) }.count > 0
        return isRefused ? judged(keeping: kept) : (trace, analysis)
    }

    var span: ClosedRange<Int64>? {
        let ends = timers.flatMap { [$0.times.times.first, $0.times.times.last] }.compactMap { $0 }
        guard let first = ends.min(), let last = ends.max() else { return nil }
        return first...last
    }
}

extension LogFile.Timer {
    /// The steps of one and a half times its usual ones, or more: the longest, and their number.
    ///
    /// - Parameters:
    ///   - origin: the zero of the times, ns.
    ///   - fewest: the points that each costs at least.
    func silences(since origin: Int64, costing fewest: Int64 = 1) -> (listed: [Episode], count: Int64) {
        let times = times.times
        guard let least = leastSilence, let interval = facts.known, let length = interval.scaled(1),
            zip(times.dropFirst() + [end], times).contains(where: { $0 - $1 >= least })
        else { return ([], 0) }
        let plan = plan
        let phases = Self.phases(plan, interval)
        let usual = phases.value(atRank: phases.count / 2)
        func distance(_ place: Int) -> Int64 {
            let straight = abs(phases[place] - usual)
            return min(straight, length - straight)
        }
        let ordinary = phases.indices.lazy.map(distance).value(atRank: phases.count / 2)
        let near = min(max(4 * ordinary, length / 50), length / 4)
        let (broken, starts) = (Set(self.times.breaks), Set(plan.segments))
        var (listed, count) = ([Episode](), Int64(0))
        for (index, firing) in plan.enumerated().dropFirst() where !broken.contains(index) {
            let step = times[index] - times[index - 1]
            let isNew = starts.contains(index)
            let lost = isRelative ? step / length - 1 : isNew ? step / length : firing.points - 1
            guard step >= least, lost >= fewest else { continue }
            let end: SilenceEnd
            if isRelative {
                end = .armedAnew
            } else if isNew {
                end = .offGrid
            } else if distance(index) <= near {
                end = .onPoint
            } else if times[index...].indices.prefix(4).contains(where: { distance($0) <= near }) {
                end = .released
            } else {
                end = index == times.count - 1 ? .last : .offGrid
            }
            count += 1
            listed.append(
                Episode(
                    from: times[index - 1] - origin, to: times[index] - origin, isSilent: true, lost: lost, end: end))
            if listed.count >= 4 * EpisodeFinder.mostListed { listed = listed.longest(EpisodeFinder.mostListed) }
        }
        if silenceAtEnd > 0, let last = times.last {
            count += 1
            listed.append(
                Episode(from: last - origin, to: end - origin, isOpen: true, isSilent: true, lost: 0, end: .never))
        }
        return (listed.longest(EpisodeFinder.mostListed), count)
    }

    /// The time from its last line to that of the log, ns; 0 if it is no silence.
    var silenceAtEnd: Int64 {
        guard let least = leastSilence, let last = times.times.last, end - last >= least else { return 0 }
        return end - last
    }

    private var leastSilence: Int64? {
        guard facts.hasRhythm, let length = facts.known?.scaled(1), length > 0 else { return nil }
        return Int64(clamping: Int128(length) * Int128(facts.usualMultiple) / 2 * 3)
    }

    /// The steps before the lines at which another grid begins, ns: silences, and others. The clock was not set there.
    var newGrids: (silent: [Int64], others: [Int64]) {
        guard let least = leastSilence, !isRelative else { return ([], []) }
        let steps = segments.dropFirst().filter { !times.breaks.contains($0) }
            .map { times.times[$0] - times.times[$0 - 1] }
        return (steps.filter { $0 >= least }, steps.filter { $0 < least })
    }

    /// The distance of each line from the point of its grid before it, ns.
    private static func phases(_ plan: GridPlan, _ interval: Rational) -> [Int64] {
        var anchor: Int64 = 0
        return plan.map { firing in
            if let new = firing.newAnchor { anchor = new }
            return Grid(anchor: anchor, interval: interval).offset(of: firing.time)
        }
    }
}
