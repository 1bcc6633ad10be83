import LabCatalogue
import LabExactTime
import LabLogImport
import LabPlatform
import LabReports
import LabScenarioLanguage
import LabTOML

extension Workbench {
    /// Writes and runs a scenario that prints a log again, and reports the quality of the replay.
    ///
    /// The log of one timer is replayed line by line. Several timers each keep their grid or their intervals, and a
    /// pause of only some of them becomes a drag.
    ///
    /// - Parameter target: the scenario's place; its path to the log starts there.
    /// - Throws: `Problem` when the log cannot be read, spans more than 36 years, or leaves out so much that its timers
    ///   would fire far more often than it has lines.
    package func replay(_ path: String, at target: String, _ options: LogOptions) throws(Problem) -> LogReplay {
        var file = try log(path, options)
        // The sum of a few of its times and intervals fits into 64 bits.
        let length = file.span.map { $0.upperBound.subtracting(saturating: $0.lowerBound) } ?? 0
        let intervals = file.timers.compactMap(\.facts.interval).map { $0.scaled(1) ?? .max }
        guard ([length] + intervals).allSatisfy({ $0 < LogReplay.longest }) else {
            throw Problem("\(path): its lines or its interval span more than 36 years; no scenario lasts that long")
        }
        // Each draft is run and compared with the log.
        for index in file.timers.indices { file.timers[index].facts.trust() }
        let drafts = file.timers.count > 1 ? [LogReplay(several: file)] : LogReplay.drafts(of: file, target: target)
        var best: LogReplay?
        for var draft in drafts {
            draft.difference = try difference(draft, file)
            if let best, (draft.difference ?? .max) >= (best.difference ?? .max) { continue }
            best = draft
            if draft.difference == 0 { break }
        }
        guard let best else {
            throw Problem("\(path): a log that is no file, or has fewer than two lines, cannot be replayed")
        }
        return best
    }

    /// Runs a draft and compares its lines with the log's, both counted from their first one.
    private func difference(_ draft: LogReplay, _ file: LogFile) throws(Problem) -> Int64? {
        var reading = ScenarioReader.read(bytes: Array(draft.text.utf8), replayed: draft.latencies?.latencies)
        if let plan = reading.plan, let latencies = draft.latencies { reading.plan = latencies.shaping(plan) }
        let scenario = ScenarioFile(typed: file.typed, path: file.typed, reading: reading)
        var plan = try plan(scenario)
        let most = 1000 + 4 * Int64(file.reading.firingCount)
        plan.untilFired = most
        let run = try simulate(plan, of: scenario, keeping: .log)
        if draft.latencies == nil, run.analysis.firingCount >= most {
            throw Problem(
                "\(file.typed): its timers would fire more than \(most) times for \(file.reading.firingCount) lines; "
                    + "cut the log where its clock jumps")
        }
        let printed = run.trace.records.filter { $0.kind == .logged }
        var worst: Int64 = 0
        let (start, first) = (printed.first?.time ?? 0, file.timers.compactMap(\.times.times.first).min() ?? 0)
        for (index, timer) in file.timers.enumerated() {
            let id = LogReplay.id(index, in: file)
            let lines = printed.filter { run.trace.entity($0.entity)?.name == id }
            guard lines.count == timer.times.times.count else { return nil }
            for (line, time) in zip(lines, timer.times.times) {
                worst = max(worst, abs((line.time - start) - (time - first)))
            }
        }
        return worst
    }
}

/// A scenario that prints a log again, as far as possible.
package struct LogReplay {
    /// The longest log that is replayed, and its longest interval, ns: 36 years.
    fileprivate static let longest = Int64.max / 8
    private let file: LogFile
    /// The latencies to replay, for a log of one timer.
    fileprivate let latencies: LatencyLog?
    private let body: String
    private let duration: Int64
    /// The largest error of a line's instant, ns; nil if the run prints other lines.
    package fileprivate(set) var difference: Int64?

    /// The id of a timer: of several the letters of its name, if no other has the same.
    fileprivate static func id(_ index: Int, in file: LogFile) -> String {
        let ids = file.timers.map { $0.times.name.filter { $0.isASCII && $0.isLetter } }
        if ids.count == 1 { return "tick" }
        return ids[index].isEmpty || ids.count { $0 == ids[index] } > 1 ? "timer-\(index + 1)" : ids[index]
    }

    // MARK: One timer

    /// The ways to replay a timer, likeliest first: its mechanism, its grid, a grid of its shortest step.
    fileprivate static func drafts(of file: LogFile, target: String) -> [LogReplay] {
        guard let timer = file.timers.first, let name = name(file.typed, from: target) else { return [] }
        guard let shortest = timer.times.times.steps.filter({ $0 > 0 }).min() else { return [] }
        let own = timer.facts.interval.flatMap { $0.isWhole ? $0.scaled(1) : nil }
        var ways: [(kind: TimerKind, interval: Int64)] = []
        if let own, timer.isRelative { ways.append((.perform, min(own, shortest))) }
        if let own { ways.append((.nstimer, own)) }
        ways.append((.nstimer, shortest))
        return ways.map { LogReplay(file, timer, name: name, $0.kind, every: $0.interval) }
    }

    private init(_ file: LogFile, _ timer: LogFile.Timer, name: String, _ kind: TimerKind, every interval: Int64) {
        self.file = file
        latencies = LatencyLog(file.reading, interval: interval, isRelative: kind.row.isRelative)
        let last = timer.times.times.last ?? 0
        duration = last - (latencies?.firstDue ?? last) + interval
        body = """
            [device]
            wake_up = { replay = \(TOMLText.quoted(name)), interval = \(TOMLText.duration(interval)) }

            [[timer]]
            id       = "tick"
            kind     = "\(kind.rawValue)"
            interval = \(TOMLText.duration(interval))
            repeats  = true
            do       = [{ log = \(Self.logText(timer.times.name)) }]

            [[expect]]
            timer = "tick"
            fired = \(timer.times.times.count)

            """
    }

    /// A log's path from a scenario's folder, so that both can be moved; nil if it has none.
    private static func name(_ log: String, from target: String) -> String? {
        if log.hasPrefix("/") { return log }
        let (folder, name) = FileSystem.split(log)
        guard FileSystem.isFile(log), let here = FileSystem.realPath(folder),
            let there = FileSystem.realPath(FileSystem.split(target).folder)
        else { return nil }
        let (from, to) = (there.split(separator: "/"), here.split(separator: "/"))
        let common = zip(from, to).prefix { $0 == $1 }.count
        let steps = from.dropFirst(common).map { _ in ".." } + to.dropFirst(common).map(String.init)
        return (steps + [name]).joined(separator: "/")
    }

    // MARK: Several timers

    fileprivate init(several file: LogFile) {
        self.file = file
        latencies = nil
        let (first, last) = (file.span?.lowerBound ?? 0, file.span?.upperBound ?? 0)
        let longest = file.timers.compactMap { $0.facts.interval?.scaled(1) }.max() ?? 1_000_000_000
        duration = last - first + longest + 1
        var lines = Self.heading(file, epoch: first - longest)
        var drags: [(from: Int64, to: Int64)] = []
        for (index, timer) in file.timers.enumerated() {
            let holds = timer.silences(since: first - longest).listed.filter { $0.end == .released }
            let start = timer.times.times.first ?? first
            let interval = timer.facts.interval ?? Rational(whole: longest)
            lines += [
                "[[timer]]", "id       = \(TOMLText.quoted(Self.id(index, in: file)))",
                "kind     = \"\(timer.isRelative ? TimerKind.perform.rawValue : TimerKind.nstimer.rawValue)\"",
                "interval = \(TOMLText.interval(interval))", "repeats  = true",
                "delay    = \(TOMLText.duration(start - first + longest))",
            ]
            if holds.isEmpty { lines.append("modes    = [\"common\"]") }
            lines += ["do       = [{ log = \(Self.logText(timer.times.name)) }]", ""]
            for hold in holds {
                // A timer is held at its next point: the drag begins half an interval before.
                let begin = hold.from + (interval.scaled(1) ?? 0) / 2
                if !drags.contains(where: { abs($0.to - hold.to) < longest / 10 }) { drags.append((begin, hold.to)) }
            }
        }
        for drag in drags.sorted(by: { $0.from < $1.from }) where drag.to > drag.from {
            lines += [
                "[[event]]", "at = \(TOMLText.duration(drag.from))",
                "do = [{ mode = \"tracking\", for = \(TOMLText.duration(drag.to - drag.from)) }]", "",
            ]
        }
        body = lines.joined(separator: "\n")
    }

    /// The form of the lines: the log's process and clock.
    private static func heading(_ file: LogFile, epoch: Int64) -> [String] {
        var lines = ["[log]", "epoch = \(TOMLText.dateTime(epoch, utcOffset: file.reading.utcOffset))"]
        if let timer = file.timers.first, !timer.times.process.isEmpty, timer.times.pid >= 0 {
            lines += ["process = \(TOMLText.quoted(timer.times.process))", "pid = \(timer.times.pid)"]
            let thread = file.reading.threads.first ?? 1
            if (0...Int64(UInt32.max)).contains(thread) { lines.append("thread = \(thread)") }
        }
        return lines + [""]
    }

    // MARK: The file

    /// The quality of the replay, in words.
    package var verdict: String {
        guard let difference else { return "its run does not print the same lines" }
        return difference == 0
            ? "run and compared with the log: every line comes at the same instant"
            : "run and compared with the log: a line comes at another instant by at most "
                + DurationText.format(difference, digits: 6)
    }

    /// The scenarios that explain its silences, a sentence each.
    package var explanations: [String] {
        let origin = LogRecording(file.reading, file.timers.map(\.plan)).trace.header.epoch
        return file.timers.indices.flatMap { index in
            file.timers[index].silences(since: origin, costing: 0).listed.filter { !$0.isOpen }.longest(8).map {
                SilenceCause.sentence($0, of: index, since: origin, in: file)
            }
        }
    }

    package var text: String {
        var comments = ["A log of \(file.reading.firingCount) lines again, written by `timerlab analyze --scenario`."]
        comments.append(verdict + ".")
        comments += explanations
        return comments.map { "# " + VisibleText.line($0) }.joined(separator: "\n")
            + "\ntitle    = \(TOMLText.quoted("The log \(FileSystem.split(file.typed).name) again"))\n"
            + "duration = \(TOMLText.duration((duration / 1000 + 1) * 1000))\n\n" + body
    }

    /// A line's text, counting where the log's numbers change.
    private static func logText(_ name: String) -> String {
        let text = name.replacing("{", with: "{{").replacing("}", with: "}}")
        return TOMLText.quoted(name.contains("#") ? text.replacing("#", with: "{n}") : text)
    }
}
