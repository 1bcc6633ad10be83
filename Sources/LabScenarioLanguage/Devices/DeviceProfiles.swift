import LabScenarioModel

/// The devices that scenarios can name as their profile: the files of `Texts`, read when one is first named.
package enum DeviceProfiles {
    /// In the order of `timerlab profiles`.
    package static let names = ["ideal", "simulator", "iphone6", "iphone-60hz", "iphone-120hz", "mac"]

    /// No file names another one as its profile, since all are read at once.
    private static let devices = names.reduce(into: [String: DevicePlan]()) { devices, name in
        let bytes = Array((ProfileTexts.all[name] ?? "").utf8)
        devices[name] = ScenarioReader.readProfile(bytes: bytes, name: name).plan?.device
    }

    /// The device of a name; nil if no built-in one has it.
    package static func builtIn(_ name: String) -> DevicePlan? { devices[name] }
}
