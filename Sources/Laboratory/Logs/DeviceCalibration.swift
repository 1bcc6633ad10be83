import LabAnalysis
import LabExactTime
import LabLogImport
import LabReports
import LabScenarioLanguage
import LabScenarioModel

/// Gathers what logs say about a device, and writes it as a profile.
struct DeviceCalibration {
    let turns: Int64?
    private var wakeUps: [Int64] = []
    /// What the first log of short callbacks told, which all others have to be like.
    private var first: (path: String, high: Int64)?
    /// Lengths of work, ns, as far as the log can tell, with how much longer or shorter all of them may be.
    private var works: [(values: [Int64], slack: Int64)] = []
    private var remarks: [String] = []

    init(turns: Int64?) { self.turns = turns }

    /// Takes what a log tells of wake-ups or of work.
    mutating func take(_ timer: LogFile.Timer, path: String) throws(Problem) {
        guard timer.facts.mechanism != .rescheduled else {
            throw Problem(
                "\(path): is armed anew after each callback: its steps hold work, wake-up and callback in one",
                help: "log a repeating timer or a dispatch source, which keeps a grid to measure against")
        }
        guard timer.facts.hasRhythm || timer.facts.verdict?.doubt == .losesPoints else {
            throw Problem(
                "\(path): \(timer.facts.verdict?.doubt?.title ?? "too short to tell")",
                help: "--interval tells the one that was asked for")
        }
        let plan = timer.plan
        let length = timer.facts.known?.scaled(1) ?? 0
        let lines = "\(path): \(timer.times.times.count) lines, \(DurationText.format(length, digits: 6)) apart"
        let multiple = timer.facts.usualMultiple
        guard multiple > 1 else { return try takeWakeUps(plan, length, path: path, lines) }
        takeWork(plan, length, multiple, lines, isGrid: timer.facts.mechanism == .grid)
    }

    /// Lateness is taken for the latency of wake-ups only where it is short and of one kind throughout.
    private mutating func takeWakeUps(
        _ plan: GridPlan, _ length: Int64, path: String, _ lines: String
    ) throws(Problem) {
        let firings = Array(plan)
        // What ends a hold tells how long that was.
        let steady = firings.indices.filter { index in
            index == 0 || (firings[index].time - firings[index - 1].time) / 3 < length / 2
        }
        let late = steady.map { max(0, firings[$0].time - firings[$0].due) }
        guard late.count >= 3 else { throw Problem("\(path): has nothing but pauses") }
        let high = Self.value(at: 900_000, of: late.sorted())
        guard high < length / 4 else {
            throw Problem(
                "\(path): comes \(DurationText.format(high)) late in one of ten lines of \(DurationText.format(length)): "
                    + "that is work or something else that ran, and no wake-up latency",
                help: "calibrate wake-ups from callbacks that do nothing before they log")
        }
        let halves = [late.prefix(late.count / 2), late.suffix(late.count - late.count / 2)].map {
            $0.isEmpty ? high : Self.value(at: 900_000, of: $0.sorted())
        }
        func isUnlike(_ one: Int64, _ other: Int64) -> Bool { max(one, other) > 3 * min(one, other) + length / 20 }
        guard late.count < 20 || !isUnlike(halves[0], halves[1]) else {
            throw Problem(
                "\(path): changes its kind: one of ten lines is \(DurationText.format(halves[0])) late in its first half, "
                    + "\(DurationText.format(halves[1])) in its second", help: "calibrate each part apart")
        }
        if let first, isUnlike(first.high, high) {
            throw Problem(
                "\(path): is not of one kind with \(first.path): one of ten lines is \(DurationText.format(high)) late here, "
                    + "\(DurationText.format(first.high)) there", help: "calibrate each apart")
        }
        first = first ?? (path, high)
        wakeUps += late
        let held = firings.count - late.count
        let rest = held > 0 ? " \(Plural.of(held, "line")) after a pause left out." : ""
        remarks.append("\(lines); what passes from due to line is taken for the latency of the wake-up.\(rest)")
    }

    private mutating func takeWork(
        _ plan: GridPlan, _ length: Int64, _ multiple: Int64, _ lines: String, isGrid: Bool
    ) {
        let starts = Set(plan.segments)
        // A segment's first line follows no other, so nothing tells when its callback began.
        let late = plan.enumerated().filter { !starts.contains($0.offset) }.map { $0.element.time - $0.element.due }
        guard let least = late.min(), let most = late.max() else { return }
        // The grid may lie anywhere, as long as no callback ends after the point that follows it; where lines come
        // anywhere within an interval, not even that holds it.
        let room = max(0, (length - (most - least)) / 2)
        let slack = most - least > length / 2 ? length / 2 : room
        works.append((late.map { $0 + room }, slack))
        let other = isGrid ? "" : " If it is armed anew after its work, that takes another while."
        remarks.append(
            "\(lines); each callback outlasts \(multiple - 1) of them, and takes \(DurationText.format(least)) to "
                + "\(DurationText.format(most + 2 * room)): the middle is taken, all of it up to "
                + "\(DurationText.format(slack)) more or less.\(other)")
    }

    // MARK: The file

    func text(name: String) -> String {
        var lines = ["# \(VisibleText.line(name)): a device profile by `timerlab calibrate`."]
        for remark in remarks { lines += Self.comment(remark) }
        lines += [
            "#", "# How well it fits, quantile by quantile; held out: made of half of the lines, off from the others:",
        ]
        var keys: [String] = []
        if let table = Self.table(wakeUps) {
            keys.append("wake_up = { \(Self.points(table) { TOMLText.duration($0) }) }")
            lines += fit("wake-up", wakeUps, table) { DurationText.format($0) }
            lines += Self.comment(predictionText)
        }
        // Parts per billion.
        let billion: Int128 = 1_000_000_000
        let factors = works.flatMap { work -> [Int64] in
            let middle = work.values.median ?? 0
            return middle > 0 ? work.values.compactMap { Int64(exactly: Int128($0) * billion / Int128(middle)) } : []
        }
        if let table = Self.table(factors) {
            if let cost = loopCost {
                keys.append("loop_cost = \"\(cost.text)ns\"")
                lines.append("#   loop_cost may be \(cost.slack) ns more or less.")
            }
            keys.append("work = { \(Self.points(table) { Self.decimal($0, point: true) }) }")
            lines += fit("work", factors, table) { Self.decimal($0, point: false) }
        }
        return (lines + ["", "[device]"] + keys).joined(separator: "\n") + "\n"
    }

    /// What one turn of the loop costs: the median work over the turns.
    private var loopCost: (text: String, slack: String)? {
        guard let turns, turns > 0, let work = works.first else { return nil }
        let cost = { (value: Int64) in DurationText.decimal(value.magnitude, scale: UInt64(turns), digits: 6) }
        return (cost(work.values.median ?? 0), cost(work.slack))
    }

    private func fit(
        _ title: String, _ values: [Int64], _ table: QuantileTable, _ show: (Int64) -> String
    ) -> [String] {
        let sorted = values.sorted()
        let halves = Self.halves(values)
        let half = Self.table(halves.taken)
        let rest = halves.heldOut.sorted()
        var rows = [["#   \(title)", "log", "profile", "off", "held out"]]
        for probability in Self.checked(table) {
            let measured = Self.value(at: probability, of: sorted)
            let modelled = Self.value(at: probability, of: table)
            // Half of the lines may not tell what all of them do.
            let isTold = Int128(min(probability, 1_000_000 - probability)) * Int128(rest.count) >= 1_000_000
            let error = half.map { Self.value(at: probability, of: $0) }.flatMap { told in
                isTold ? told - Self.value(at: probability, of: rest) : nil
            }
            rows.append([
                "#   p" + DurationText.decimal(UInt64(probability), scale: 10_000, digits: 4), show(measured),
                show(modelled), show(modelled - measured), error.map(show) ?? "–",
            ])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row[0] + String(repeating: " ", count: widths[0] - row[0].count)
                + row.indices.dropFirst().map { column in
                    String(repeating: " ", count: 3 + widths[column] - row[column].count) + row[column]
                }.joined()
        }
    }

    // MARK: Prediction

    /// Between which two values a quantile of other lines of the same device and load is to be expected.
    struct Band: Equatable {
        var low: Int64
        var high: Int64
    }

    /// What the profile says of lines that it was not made of; nil where the log is too short or too uneven to say.
    static func prediction(_ values: [Int64]) -> (p50: Band, p99: Band)? {
        let halves = halves(values)
        guard halves.heldOut.count >= 100 else { return nil }
        let sorted = [values, halves.taken, halves.heldOut].map { $0.sorted() }
        func band(_ probability: Int64, percent: Int64) -> Band? {
            let middle = sorted.map { value(at: probability, of: $0) }
            let band = Band(low: middle[0] * 100 / percent, high: middle[0] * percent / 100)
            // What half of the lines say has to hold for the others.
            let widest = Band(low: middle[1] * 100 / percent, high: middle[1] * percent / 100)
            return (widest.low...widest.high).contains(middle[2]) ? band : nil
        }
        guard let p50 = band(500_000, percent: 122), let p99 = band(990_000, percent: 195) else { return nil }
        return (p50, p99)
    }

    /// Alternate runs of eight lines: what is held out is of the same minutes, and no neighbour of what is taken.
    static func halves(_ values: [Int64]) -> (taken: [Int64], heldOut: [Int64]) {
        func every(_ rest: Int) -> [Int64] { values.enumerated().filter { $0.offset / 8 % 2 == rest }.map(\.element) }
        return (every(0), every(1))
    }

    private var predictionText: String {
        guard let told = Self.prediction(wakeUps) else {
            return "No prediction of other lines: there are too few, or half of them do not tell the other half."
        }
        let show = { (band: Band) in "\(DurationText.format(band.low)) to \(DurationText.format(band.high))" }
        return "Other lines of the same device and load: p50 of lateness \(show(told.p50)), p99 \(show(told.p99))."
    }

    // MARK: Quantiles

    /// The quantiles that a sample can tell: at least one value must lie beyond each but the outermost.
    private static func table(_ values: [Int64]) -> QuantileTable? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let inner: [Int64] = [
            1_000, 10_000, 50_000, 100_000, 250_000, 500_000, 750_000, 900_000, 950_000, 990_000, 999_000,
        ]
        let told = inner.filter { Int128(min($0, 1_000_000 - $0)) * Int128(sorted.count) >= 1_000_000 }
        return QuantileTable(
            points: ([0] + told + [1_000_000]).map {
                QuantileTable.Point(probability: $0, value: value(at: $0, of: sorted))
            })
    }

    /// The table's own quantiles, and those halfway between, where it has to guess.
    private static func checked(_ table: QuantileTable) -> [Int64] {
        let own = table.points.map(\.probability)
        return (own + zip(own, own.dropFirst()).map { ($0 + $1) / 2 }).sorted()
    }

    /// The table's own value, or what it makes of those around.
    private static func value(at probability: Int64, of table: QuantileTable) -> Int64 {
        table.points.first { $0.probability == probability }?.value
            ?? table.value(at: UInt32(clamping: (Int128(probability) << 32) / 1_000_000))
    }

    /// By nearest rank.
    private static func value(at probability: Int64, of sorted: [Int64]) -> Int64 {
        let rank = Percentile(partsPerMillion: Int(probability))?.rank(among: sorted.count) ?? sorted.count
        return sorted[min(sorted.count, rank) - 1]
    }

    private static func points(_ table: QuantileTable, _ show: (Int64) -> String) -> String {
        table.points.map { point in
            let name = "p" + DurationText.decimal(UInt64(point.probability), scale: 10_000, digits: 4)
            return (name.contains(".") ? "\"\(name)\"" : name) + " = " + show(point.value)
        }.joined(separator: ", ")
    }

    /// A factor in parts per billion; TOML wants a point in it.
    private static func decimal(_ factor: Int64, point: Bool) -> String {
        let text = (factor < 0 ? "-" : "") + DurationText.decimal(factor.magnitude, scale: 1_000_000_000, digits: 9)
        return point && !text.contains(".") ? text + ".0" : text
    }

    /// A comment of at most 100 columns.
    private static func comment(_ text: String) -> [String] {
        var lines = ["#"]
        for word in VisibleText.line(text).split(separator: " ") {
            if lines[lines.count - 1].count + 1 + word.count > 100 { lines.append("#  ") }
            lines[lines.count - 1] += " " + word
        }
        return lines
    }
}
