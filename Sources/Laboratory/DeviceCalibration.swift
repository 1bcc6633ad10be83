import Analysis
import ExactTime
import LogImport
import Reports
import ScenarioModel

/// Gathers what logs say about a device, and writes it as a profile.
struct DeviceCalibration {
    let turns: Int64?
    private var wakeUps: [Int64] = []
    /// Lengths of work, ns, as far as the log can tell, with how much longer or shorter all of them may be.
    private var works: [(values: [Int64], slack: Int64)] = []
    private var remarks: [String] = []

    init(turns: Int64?) { self.turns = turns }

    mutating func take(_ timer: LogFile.Timer, path: String) {
        let plan = GridPlan(timer.times, timer.reading)
        let starts = Set(plan.segments)
        let length = timer.reading.interval?.scaled(1) ?? 0
        let lines = "\(path): \(timer.times.times.count) lines, \(DurationText.format(length, digits: 6)) apart"
        let multiple = timer.verdict?.usualMultiple ?? 1
        guard multiple > 1 else {
            wakeUps += plan.firings.map { max(0, $0.time - $0.due) }
            remarks.append("\(lines); what passes from due to line is taken for the latency of the wake-up.")
            return
        }
        // A segment's first line follows no other, so nothing tells when its callback began.
        let late = plan.firings.indices.filter { !starts.contains($0) }.map {
            plan.firings[$0].time - plan.firings[$0].due
        }
        guard let least = late.min(), let most = late.max() else { return }
        // The grid may lie anywhere, as long as no callback ends after the point that follows it.
        let room = max(0, (length - (most - least)) / 2)
        works.append((late.map { $0 + room }, room))
        remarks.append(
            "\(lines); each callback outlasts \(multiple - 1) of them, and takes \(DurationText.format(least)) to "
                + "\(DurationText.format(least + 2 * room)) at least: the middle is taken.")
    }

    // MARK: The file

    func text(name: String) -> String {
        var lines = ["# \(VisibleText.line(name)): a device profile by `timerlab calibrate`."]
        for remark in remarks { lines += DeviceCalibration.comment(remark) }
        lines += ["#", "# How well it fits, quantile by quantile:"]
        var keys: [String] = []
        if let table = DeviceCalibration.table(wakeUps) {
            keys.append("wake_up = { \(DeviceCalibration.points(table) { TOMLText.duration($0) }) }")
            lines += fit("wake-up", wakeUps, table) { DurationText.format($0) }
        }
        let factors = works.flatMap { work -> [Int64] in
            let middle = DeviceCalibration.median(work.values)
            return middle > 0 ? work.values.compactMap { DeviceCalibration.ratio($0, middle) } : []
        }
        if let table = DeviceCalibration.table(factors) {
            if let cost = loopCost {
                keys.append("loop_cost = \"\(cost.text)ns\"")
                lines.append("#   loop_cost may be \(cost.slack) ns more or less.")
            }
            keys.append("work = { \(DeviceCalibration.points(table) { DeviceCalibration.decimal($0, point: true) }) }")
            lines += fit("work", factors, table) { DeviceCalibration.decimal($0, point: false) }
        }
        return (lines + ["", "[device]"] + keys).joined(separator: "\n") + "\n"
    }

    /// What one turn of the loop costs: the median work over the turns.
    private var loopCost: (text: String, slack: String)? {
        guard let turns, turns > 0, let work = works.first else { return nil }
        let cost = { (value: Int64) in DurationText.decimal(value.magnitude, scale: UInt64(turns), digits: 6) }
        return (cost(DeviceCalibration.median(work.values)), cost(work.slack))
    }

    private func fit(
        _ title: String, _ values: [Int64], _ table: QuantileTable, _ show: (Int64) -> String
    ) -> [String] {
        let sorted = values.sorted()
        var rows = [["#   \(title)", "log", "profile", "off"]]
        for probability in DeviceCalibration.checked(table) {
            let measured = DeviceCalibration.value(at: probability, of: sorted)
            let own = table.points.first { $0.probability == probability }?.value
            let modelled = own ?? table.value(at: UInt32(clamping: (Int128(probability) << 32) / 1_000_000))
            rows.append([
                "#   p" + DurationText.decimal(UInt64(probability), scale: 10_000, digits: 4), show(measured),
                show(modelled), show(modelled - measured),
            ])
        }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row[0] + String(repeating: " ", count: widths[0] - row[0].count)
                + (1..<4).map { column in
                    String(repeating: " ", count: 3 + widths[column] - row[column].count) + row[column]
                }.joined()
        }
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

    /// By nearest rank.
    private static func value(at probability: Int64, of sorted: [Int64]) -> Int64 {
        let rank = max(1, (Int128(probability) * Int128(sorted.count) + 999_999) / 1_000_000)
        return sorted[min(sorted.count, Int(rank)) - 1]
    }

    private static func median(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }

    /// Parts per billion.
    private static func ratio(_ value: Int64, _ whole: Int64) -> Int64? {
        Int64(exactly: Int128(value) * 1_000_000_000 / Int128(whole))
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
