import LabScenarioModel

/// The devices that scenarios can name as their profile: the files of `Texts`, read when the first one is named.
package enum DeviceProfiles {
    /// In the order of `timerlab profiles`.
    package static let names = ["ideal", "simulator", "iphone6", "iphone-60hz", "iphone-120hz", "mac"]

    /// By name; a device may build on one before it.
    package static let builtIn: [String: DevicePlan] = names.reduce(into: [:]) { earlier, name in
        let bytes = Array((ProfileTexts.all[name] ?? "").utf8)
        earlier[name] = ScenarioReader.readProfile(bytes: bytes, name: name, profiles: earlier).plan?.device
    }
}
