import CommandLineArguments
import ExactTime
import Laboratory
import Reports
import ScenarioLanguage
import ScenarioModel

/// `timerlab profiles`: the devices that a scenario can name.
struct ProfilesCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "profiles", abstract: "List the devices that a scenario can name as its profile.",
            examples: [("timerlab profiles", "See what each device costs.")],
            exitStatus: Commands.exits(0, 64, 73, 130))
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        console.write(
            Page(
                sections: DeviceProfiles.all.map { device in
                    PlainSection(device.profile, [.items(facts(device).map { ReportItem($0.label, .faint, $0.text) })])
                }))
        return .success
    }

    private func facts(_ device: DevicePlan) -> [(label: String, text: String)] {
        var facts = [("loop cost", "\(decimal(device.loopCost)) ns a turn")]
        switch device.wakeUp {
        case .none: facts.append(("wake-up", "at once"))
        case .drawn(let table): facts.append(("wake-up", quantiles(table) { DurationText.format($0) }))
        case .replayed(let latencies): facts.append(("wake-up", "\(latencies.count) latencies of a log"))
        }
        if let table = device.workFactor {
            facts.append(("work", quantiles(table) { decimal($0, over: 1_000_000_000) }))
        }
        if let table = device.rampUp {
            facts.append(("ramp-up", quantiles(table) { DurationText.format($0) } + " on top of each piece of work"))
        }
        if device.logCost > 0 { facts.append(("log line", DurationText.format(device.logCost))) }
        facts.append(("display", "\(decimal(device.refresh)) Hz"))
        return facts
    }

    private func quantiles(_ table: QuantileTable, _ format: (Int64) -> String) -> String {
        table.points.map { point in
            "p\(decimal(point.probability, over: 10_000)) \(format(point.value))"
        }.joined(separator: ", ")
    }

    private func decimal(_ value: Int64, over scale: UInt64) -> String {
        (value < 0 ? "-" : "") + DurationText.decimal(value.magnitude, scale: scale, digits: 6)
    }

    private func decimal(_ value: Rational) -> String {
        decimal(value.numerator, over: UInt64(value.denominator))
    }
}
