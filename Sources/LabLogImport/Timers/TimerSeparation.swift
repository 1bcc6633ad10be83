/// Separates the timers of a log by the text and the thread of their lines.
struct TimerSeparation {
    /// The fewest lines of a timer, unless there is nothing else.
    private static let fewestLines = 3
    /// The most timers; those with the most lines are kept.
    private static let mostTimers = 256

    private(set) var timers: [LoggedTimer] = []
    private let table: LineTable
    private let knownTexts: Set<String>

    /// The features that a timer's lines share; -1 for those that may differ.
    private struct Key: Hashable {
        var form: Int
        var variant: Int
        var thread: Int
    }

    private struct Group {
        var key: Key
        /// The form of its first line.
        var form: Int
        var times: [Int64] = []
        var threads: [UInt16] = []
        var part: LoggedTimer.Part?

        /// The lines at some places.
        func part(_ lines: [Int]) -> Group {
            Group(key: key, form: form, times: lines.map { times[$0] }, threads: lines.map { threads[$0] })
        }
    }

    /// - Parameter lines: released as soon as they are grouped.
    init(_ table: LineTable, lines: inout [LineTable.Line], breaks: [Int64], resolution: Int64, _ options: LogOptions) {
        knownTexts = options.knownTexts
        self.table = table
        var groups: [Group]
        switch options.grouping {
        case .together: groups = gathered(lines) { _ in Key(form: -1, variant: -1, thread: -1) }
        case .thread: groups = byThread(lines)
        case .message, .automatic: groups = byMessage(lines)
        }
        if options.grouping == .automatic {
            func hasTimer(_ groups: [Group]) -> Bool { groups.contains { $0.times.count >= Self.fewestLines } }
            if knownTexts.isEmpty, !hasTimer(groups) {
                let byThread = byThread(lines)
                if hasTimer(byThread) { groups = byThread }
            }
            lines = []
            groups = groups.flatMap(splitByThread)
            if knownTexts.isEmpty { groups = groups.flatMap { splitByRhythm($0, resolution: resolution) } }
        }
        lines = []
        let largest = groups.map(\.times.count).max() ?? 0
        let fewest = knownTexts.isEmpty ? min(largest, Self.fewestLines) : 1
        let kept = groups.map(\.times.count).sorted(by: >).dropFirst(Self.mostTimers - 1).first ?? 0
        groups = Array(groups.filter { $0.times.count >= max(fewest, kept) }.prefix(Self.mostTimers))
        timers = zip(groups, named(groups)).map { group, name in timer(group, name: name, breaks: breaks) }
    }

    // MARK: Groups

    private func byThread(_ lines: [LineTable.Line]) -> [Group] {
        gathered(lines) { Key(form: -1, variant: -1, thread: Int($0.thread)) }
    }

    private func gathered(_ lines: [LineTable.Line], by key: (LineTable.Line) -> Key) -> [Group] {
        var groups: [Group] = []
        var index: [Key: Int] = [:]
        var latest = (key: Key(form: -2, variant: -2, thread: -2), group: 0)
        for line in lines {
            let key = key(line)
            if key != latest.key {
                latest = (key, index[key] ?? groups.count)
                index[key] = latest.group
            }
            if latest.group == groups.count {
                groups.append(Group(key: key, form: line.form))
                // Most logs are one timer's, and growing arrays would waste memory.
                if groups.count == 1 {
                    groups[0].times.reserveCapacity(lines.count)
                    groups[0].threads.reserveCapacity(lines.count)
                }
            }
            groups[latest.group].times.append(line.time)
            groups[latest.group].threads.append(line.thread)
        }
        return groups
    }

    /// Texts that differ in numbers belong to one timer if the numbers keep changing (`count 1`, `count 2` …). They
    /// belong to several timers if a few numbers keep returning (`timer 1`, `timer 2`).
    private func byMessage(_ lines: [LineTable.Line]) -> [Group] {
        var counts = table.forms.map { [Int](repeating: 0, count: $0.variants.count) }
        for line in lines where line.variant >= 0 { counts[line.form][line.variant] += 1 }
        let isSplit = table.forms.indices.map { form in
            !table.forms[form].isVaried && counts[form].count > 1 && counts[form].allSatisfy { $0 >= Self.fewestLines }
        }
        // Variants with a known text.
        let known = table.forms.map { form in form.variants.map { knownTexts.contains($0.text) } }
        return gathered(lines) { line in
            let isKnown = line.variant >= 0 && known[line.form][line.variant]
            return Key(form: line.form, variant: isKnown || isSplit[line.form] ? line.variant : -1, thread: -1)
        }
    }

    /// Splits a group by thread if each thread keeps a rhythm but all together do not.
    private func splitByThread(_ group: Group) -> [Group] {
        guard let first = group.threads.first, group.threads.contains(where: { $0 != first }) else { return [group] }
        let places = Dictionary(grouping: group.threads.indices) { group.threads[$0] }
        guard places.count <= 64, places.values.allSatisfy({ $0.count >= Self.fewestLines }) else { return [group] }
        let parts = places.sorted { $0.value[0] < $1.value[0] }.map { thread, lines in
            var part = group.part(lines)
            part.key.thread = Int(thread)
            return part
        }
        let worst = parts.map { Self.unevenness($0.times) }.max() ?? .infinity
        return worst * 2 < Self.unevenness(group.times) ? parts : [group]
    }

    /// Splits a group whose lines are those of several timers behind one message.
    private func splitByRhythm(_ group: Group, resolution: Int64) -> [Group] {
        guard let found = Interleaving(group.times, resolution: resolution) else { return [group] }
        return found.parts.enumerated().map { number, lines in
            var part = group.part(lines)
            part.part = LoggedTimer.Part(number: number + 1, count: found.parts.count, isSame: found.isSame)
            return part
        }
    }

    /// The unevenness of distances: the least relative difference from their median of a quarter of them.
    private static func unevenness(_ times: [Int64]) -> Double {
        let steps = times.steps
        let middle = steps.isEmpty ? 0 : steps.value(atRank: steps.count / 2)
        guard middle > 0 else { return .infinity }
        return Double(steps.map { abs($0 - middle) }.value(atRank: steps.count * 3 / 4)) / Double(middle)
    }

    // MARK: Results

    private func named(_ groups: [Group]) -> [String] {
        func thread(_ group: Group) -> String {
            let index = group.key.thread
            return index < 0 ? "" : "thread \(table.threads.indices.contains(index) ? table.threads[index] : 0)"
        }
        let texts = groups.map { group -> String in
            guard group.key.form >= 0 else { return group.key.thread >= 0 ? thread(group) : "the log" }
            let form = table.forms[group.key.form]
            if group.key.variant >= 0 { return form.variants[group.key.variant].text }
            return form.variants.count == 1 && !form.isVaried ? form.variants[0].text : form.text
        }
        var seen: [String: Int] = [:]
        for (text, group) in zip(texts, groups) where group.part?.number ?? 1 == 1 { seen[text, default: 0] += 1 }
        return zip(texts, groups).map { text, group in
            let part = group.part.map { " (\($0.number) of \($0.count))" } ?? ""
            if seen[text, default: 0] <= 1, !text.isEmpty { return text + part }
            let form = group.key.form >= 0 ? table.forms[group.key.form] : nil
            let process = form.map { $0.process.isEmpty ? "" : "\($0.process)[\($0.pid)]" } ?? ""
            let name = [text, thread(group), process].filter { !$0.isEmpty }.joined(separator: ", ")
            return (name.isEmpty ? "timer" : name) + part
        }
    }

    private func timer(_ group: Group, name: String, breaks: [Int64]) -> LoggedTimer {
        let form = table.forms[group.form]
        // The first lines at or after a jump.
        let firsts = breaks.map { time in group.times.boundary { $0 >= time } }
        let places = firsts.unique.filter { $0 > 0 && $0 < group.times.count }
        let isCounted =
            group.key.form >= 0 && group.key.variant < 0 && group.key.thread < 0 && group.part == nil && form.isCounted
        return LoggedTimer(
            name: name, pattern: group.key.form < 0 ? "" : form.text, process: form.process, pid: form.pid,
            times: group.times, threads: group.threads, isCounted: isCounted, breaks: places, part: group.part)
    }
}
