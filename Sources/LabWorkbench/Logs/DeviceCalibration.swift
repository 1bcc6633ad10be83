import LabExactTime
import LabLogImport
import LabPlatform
import LabReports
import LabTOML

extension Workbench {
    /// Makes a device profile, a file that `[device]` can load, from the logs of that device.
    ///
    /// Callbacks that fit into their interval show the latency of wake-ups, those that outlast it the cost of a turn of
    /// their loop.
    ///
    /// - Parameters:
    ///   - name: the name of the profile; nil for the first log's name.
    ///   - turns: the turns of `count += i` in each callback of a log with work; nil if unknown.
    package func calibrate(
        _ paths: [String], _ options: LogOptions = LogOptions(), name: String? = nil, turns: Int64? = nil
    ) throws(Problem) -> String {
        var calibration = DeviceCalibration(turns: turns)
        for path in paths {
            var file = try log(path, options)
            _ = file.judged()
            guard let timer = file.timers.max(by: { $0.times.times.count < $1.times.times.count }),
                timer.times.times.count >= 3
            else { throw Problem("\(path): three lines of a timer are the least that a profile can be made of") }
            try calibration.take(timer, path: path)
        }
        // A file's name without folder and extension.
        let file = FileSystem.split(paths.first ?? "device").name
        let stem = file.lastIndex(of: ".").map { $0 == file.startIndex ? file : String(file[..<$0]) } ?? file
        return try calibration.text(name: name ?? stem)
    }
}

private struct DeviceCalibration {
    let turns: Int64?
    /// In the order of the logs, ns.
    var wakeUps: [Int64] = []
    /// The median length of the callbacks, ns, and the most by which they may differ from it.
    var work: (length: Int64, slack: Int64)?
    var remarks: [String] = []

    mutating func take(_ timer: LogFile.Timer, path: String) throws(Problem) {
        let length = timer.facts.known?.scaled(1) ?? 0
        let lines = "\(path): \(timer.times.times.count) lines, \(DurationText.format(length, digits: 6)) apart"
        if timer.facts.usualMultiple > 1 { return try takeWork(timer, length, path: path, lines) }
        guard timer.facts.mechanism == .grid else {
            let isChain = timer.facts.mechanism == .rescheduled
            throw Problem(
                isChain
                    ? "\(path): is armed again after each callback: its steps mix work, wake-up and callback"
                    : "\(path): \(timer.facts.lack ?? "")",
                help: isChain || timer.facts.known != nil
                    ? "log more lines of a repeating timer or a dispatch source, which keeps a grid to measure against"
                    : "--interval tells the one that was asked for")
        }
        // The line that ends a silence shows its length.
        let steps = timer.times.times.steps.map { $0 / 3 < length / 2 }
        let late = zip(timer.plan, [true] + steps).filter(\.1).map { max(0, $0.0.time - $0.0.due) }
        let high = late.value(atRank: late.count * 9 / 10)
        guard high < length / 4 else {
            throw Problem(
                "\(path): comes \(DurationText.format(high)) late in one of ten lines of \(DurationText.format(length)): "
                    + "that is work or something else that ran, and no wake-up latency",
                help: "calibrate wake-ups from callbacks that do nothing before they log")
        }
        wakeUps += late
        let held = timer.times.times.count - late.count
        let rest = held > 0 ? "; \(Plural.of(held, "line")) after a pause left out" : ""
        remarks.append("\(lines): the time from due to line is replayed as the latency of the wake-up\(rest).")
    }

    private mutating func takeWork(
        _ timer: LogFile.Timer, _ length: Int64, path: String, _ lines: String
    ) throws(Problem) {
        guard turns != nil else {
            throw Problem(
                "\(path): its callback outlasts the interval, or it is a display link at a lower rate: the log does not tell",
                help: "--loop tells how often each callback ran its counting loop")
        }
        let plan = timer.plan
        let starts = Set(plan.segments)
        // A segment's first line follows no other: the start of its callback is unknown.
        let late = plan.enumerated().filter { !starts.contains($0.offset) }.map { $0.element.time - $0.element.due }
        guard let least = late.min(), let most = late.max() else { return }
        // The grid may be where no callback ends after the next point; if lines are anywhere in an interval, anywhere.
        let room = max(0, (length - (most - least)) / 2)
        work = (late.value(atRank: late.count / 2) + room, most - least > length / 2 ? length / 2 : room)
        let other =
            timer.facts.mechanism == .grid ? "" : " If it is armed again after its work, the work takes another time."
        remarks.append(
            "\(lines): each callback outlasts \(timer.facts.usualMultiple - 1) of them, and takes "
                + "\(DurationText.format(least)) to \(DurationText.format(most + 2 * room)).\(other)")
    }

    /// The file.
    ///
    /// - Throws: `Problem` if turns of a loop were given, and no log has work.
    func text(name: String) throws(Problem) -> String {
        if turns != nil, work == nil {
            throw Problem(
                "--loop is not used: no callback of these logs outlasts its interval",
                help: "--interval tells the one that was asked for; the rhythm of a log with work is another")
        }
        var lines = ["# \(VisibleText.line(name)): a device profile by `timerlab calibrate`."]
        lines += remarks.map { "# " + VisibleText.line($0) }
        var keys: [String] = []
        if let work, let turns {
            let cost = { (value: Int64) in DurationText.decimal(value.magnitude, scale: turns, digits: 6) }
            keys.append("loop_cost = \"\(cost(work.length))ns\"")
            lines.append("# loop_cost may be \(cost(work.slack)) ns more or less.")
        }
        if !wakeUps.isEmpty {
            let count = min(wakeUps.count, 10_000)
            let replayed = (0..<count).map { TOMLText.duration(wakeUps[$0 * wakeUps.count / count]) }
            if count < wakeUps.count { lines.append("# \(count) of \(wakeUps.count) latencies, evenly.") }
            keys.append("wake_up = { replay = [\(replayed.joined(separator: ", "))] }")
        }
        return (lines + ["", "[device]"] + keys).joined(separator: "\n") + "\n"
    }
}
