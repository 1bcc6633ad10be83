import LabScenarioModel

/// The devices that scenarios can name as their profile: the files of `Texts`.
package enum DeviceProfiles {
    /// In the order of `timerlab profiles`.
    package static let names = ["ideal", "simulator", "iphone6", "iphone-60hz", "iphone-120hz", "mac"]

    /// The device of a name; nil if no built-in one has it. Each use reads the file: few scenarios name one.
    package static func builtIn(_ name: String) -> DevicePlan? {
        guard let text = ProfileTexts.all[name] else { return nil }
        return ScenarioReader.readProfile(bytes: Array(text.utf8), name: name).plan?.device
    }
}
