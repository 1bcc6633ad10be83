import LabScenarioModel
import LabTextLayout

/// A file beside a scenario: a log whose latencies it replays, or its device, as `timerlab calibrate` makes it.
package struct FileRequest {
    /// As written: relative to the scenario's folder.
    package var path: String
    /// The interval of the timer that wrote the log, ns.
    package var interval: Int64 = 1_000_000_000
    package var place: Place
}

struct DeviceDecoder {
    /// The devices that `profile` can name besides the built-in ones.
    let profiles: [String: DevicePlan]
    let replayed: [Int64]?
    /// The log with the device's wake-up latencies.
    private(set) var replay: FileRequest?
    /// The file with the device.
    private(set) var profileRequest: FileRequest?

    mutating func decode(_ node: Node?, _ values: inout ValueDecoder) -> DevicePlan {
        guard let fields = values.singleTable(node, Schema.device) else { return DevicePlan() }
        var device = profile(fields, &values)
        fields.set(&device, by: Schema.device)
        device.backgroundTime =
            fields.flag("kept_alive").map { $0 ? .max : 0 } ?? fields.duration("kept_alive") ?? device.backgroundTime
        let rates = fields.named("refresh_rates", as: Int64.self)
        if let (faster, slower) = zip(rates, rates.dropFirst()).first(where: { $0.value <= $1.value }) {
            values.report(
                .numberOutOfRange,
                "'refresh_rates' goes from the fastest to the slowest; \(slower.value) follows \(faster.value)",
                at: slower.place)
        }
        if let table: QuantileTable = fields["wake_up"] { device.wakeUp = .drawn(table) }
        if let own: [Int64] = fields.table("wake_up")?.values("replay") { device.wakeUp = .replayed(own) }
        if let wanted = fields.table("wake_up"), let path = wanted.text("replay") {
            replay = FileRequest(
                path: path, interval: wanted.duration("interval") ?? 1_000_000_000, place: wanted.valueSpan("replay"))
            if let replayed { device.wakeUp = .replayed(replayed) }
        }
        return device
    }

    private mutating func profile(_ fields: DecodedTable, _ values: inout ValueDecoder) -> DevicePlan {
        guard let name = fields.text("profile") else { return DevicePlan() }
        if let profile = profiles[name] ?? DeviceProfiles.builtIn(name) { return profile }
        if name.contains("/") || name.hasSuffix(".toml") {
            profileRequest = FileRequest(path: name, place: fields.valueSpan("profile"))
            return DevicePlan()
        }
        let known = (Array(profiles.keys) + DeviceProfiles.names).sorted()
        values.report(
            .unknownProfile, "unknown device profile \"\(name.shownShort)\"", at: fields.valueSpan("profile"),
            help: Spelling.question(name, in: known) ?? "profiles are \(known.map { "\"\($0)\"" }.joinedAsChoice())")
        return DevicePlan()
    }

    mutating func decodeFile(_ root: Node, name: String, _ values: inout ValueDecoder) -> DevicePlan {
        for entry in root.entries where entry.name != "device" {
            values.report(
                .unknownKey, "a device profile has nothing but [device]; found '\(entry.name.shownShort)'",
                at: entry.key.span)
        }
        guard let node = root["device"] else {
            let start = root.span.lowerBound
            values.report(.missingKey, "missing table [device] in a device profile", at: start..<start)
            return DevicePlan()
        }
        var device = decode(node, &values)
        if let request = profileRequest ?? replay {
            values.report(
                .conflictingKeys, "a device profile names no other file, as \"\(request.path.shownShort)\" is",
                at: request.place)
        }
        device.profile = name
        return device
    }
}
