import LabCommandLine
import LabExactTime
import LabReports
import LabScenarioLanguage
import LabScenarioModel
import LabTextLayout
import LabWorkbench

/// `timerlab profiles`: the devices for scenarios.
struct ProfilesCommand: Command {
    let word = "profiles"
    var arguments: [ArgumentSpec] {
        [ArgumentSpec(name: "NAME", isOptional: true, isRepeating: true, hint: .names({ _ in DeviceProfiles.names }))]
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let all = DeviceProfiles.names.compactMap { DeviceProfiles.builtIn($0) }.map { device in
            let items = facts(device).map { ReportItem($0.label, .faint, $0.text) }
            return ReportSection(device.profile, [.items([ReportItem("is", .faint, title(device))] + items)])
        }
        let named = try line.arguments.map { name in
            guard let device = DeviceProfiles.builtIn(name) else {
                let names = DeviceProfiles.names
                throw UsageError(
                    unknown: "profile \(quoted(name))", of: names, suggestion: Spelling.nearest(to: name, in: names))
            }
            return ReportSection(name, [.paragraph(title(device), indent: 2), .items(sourced(device))])
        }
        console.write(Page(sections: named.isEmpty ? all : named))
        return .success
    }

    private func title(_ device: DevicePlan) -> String { LanguageText.of(device.profile)[.title] ?? "" }

    /// Each figure by its key, with its source below: a measurement, a page that states it, or "assumed".
    private func sourced(_ device: DevicePlan) -> [ReportItem] {
        let sources = LanguageText.keys(of: device.profile)
        return (facts(device) + choices(device)).flatMap { fact in
            [
                ReportItem(fact.key, .faint, fact.text),
                sources[fact.key].map { ReportItem("", .faint, "from: " + $0.doc) },
            ].compactMap { $0 }
        }
    }

    private typealias Fact = (key: String, label: String, text: String)

    private func facts(_ device: DevicePlan) -> [Fact] {
        let wakeUp =
            switch device.wakeUp {
            case .none: "at once"
            case .drawn(let table): quantiles(table) { DurationText.format($0) }
            case .replayed(let latencies): "\(latencies.count) latencies of a log"
            }
        let work = device.workFactor.map { table in
            quantiles(table) { DurationText.decimal($0, scale: 1_000_000_000, digits: 6) }
        }
        let rampUp = device.rampUp.map { table in
            quantiles(table) { DurationText.format($0) }
                + " on top of work that begins after 100 ms without any (assumed)"
        }
        let rates = device.refreshRates.map(String.init).joined(separator: ", ")
        let facts = [
            ("loop_cost", "loop cost", "\(decimal(device.loopCost)) ns a turn"), ("wake_up", "wake-up", wakeUp),
            ("work", "work", work), ("ramp_up", "ramp-up", rampUp),
            ("log_cost", "log line", device.logCost > 0 ? DurationText.format(device.logCost) : nil),
            ("refresh", "display", "\(decimal(device.refresh)) Hz"),
            ("refresh_rates", "rates", rates.isEmpty ? nil : rates),
            ("wake_in_window", "leeway", window(device.choices.wakeInWindow)),
        ]
        return facts.compactMap { key, label, text in text.map { (key, label, $0) } }
    }

    private func window(_ choice: OpenChoices.WakeInWindow) -> String {
        switch choice {
        case .earliest, .shared, .latest: "used as \"\(choice)\""
        case .part(let part): part == .one ? "used to its end" : "\(part.numerator)/\(part.denominator) of it used"
        }
    }

    /// The device's choices where the rules leave one.
    private func choices(_ device: DevicePlan) -> [Fact] {
        [
            ("port_order", device.choices.portOrder.rawValue),
            ("simultaneous_sources", device.choices.simultaneousSources.rawValue),
            ("display_overrun", device.choices.displayOverrun.rawValue),
            ("rate_rounding", device.choices.rateRounding.rawValue),
            ("fire_date_now", device.choices.fireDateNow.rawValue),
            ("platform", (device.platform ?? .ios).rawValue),
            ("common_modes", device.commonModes.map(\.name).joined(separator: ", ")),
            ("kept_alive", device.backgroundTime == 0 ? "false" : DurationText.format(device.backgroundTime)),
        ].map { ($0.0, $0.0, $0.1) }
    }

    private func quantiles(_ table: QuantileTable, _ format: (Int64) -> String) -> String {
        table.points.map { "p\(DurationText.decimal($0.probability, scale: 10_000, digits: 6)) \(format($0.value))" }
            .joined(separator: ", ")
    }

    private func decimal(_ value: Rational) -> String {
        DurationText.decimal(value.numerator, scale: value.denominator, digits: 6)
    }
}
