import LabScenarioModel

/// The devices that scenarios can name as their profile: the files of `Texts`, each read when it is first named.
package enum DeviceProfiles {
    /// In the order of `timerlab profiles`.
    package static let names = ["ideal", "simulator", "iphone6", "iphone-60hz", "iphone-120hz", "mac"]

    private static let ideal = read("ideal")
    private static let simulator = read("simulator")
    private static let iphone6 = read("iphone6")
    private static let iphone60 = read("iphone-60hz")
    private static let iphone120 = read("iphone-120hz")
    private static let mac = read("mac")

    /// The device of a name; nil if no built-in one has it.
    package static func builtIn(_ name: String) -> DevicePlan? {
        switch name {
        case "ideal": ideal
        case "simulator": simulator
        case "iphone6": iphone6
        case "iphone-60hz": iphone60
        case "iphone-120hz": iphone120
        case "mac": mac
        default: nil
        }
    }

    private static func read(_ name: String) -> DevicePlan? {
        ScenarioReader.readProfile(bytes: Array((ProfileTexts.all[name] ?? "").utf8), name: name).plan?.device
    }
}
