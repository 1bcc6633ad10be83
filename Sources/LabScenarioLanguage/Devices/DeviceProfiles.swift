import LabScenarioModel

/// A device that scenarios can name, and where its figures are from.
package struct DeviceProfile: Sendable {
    package let plan: DevicePlan

    /// In a few words.
    package var title: String { LanguageText.of(plan.profile)[.title] ?? "" }

    /// The origin of a figure, by its key in `[device]`: a measurement, a page that states it, or "assumed".
    package var sources: [String: String] { LanguageText.keys(of: plan.profile).mapValues(\.doc) }
}

/// The devices that scenarios can name as their profile: the files of `Texts`, read when the first one is named.
package enum DeviceProfiles {
    /// In the order of `timerlab profiles`.
    package static let names = ["ideal", "simulator", "iphone6", "iphone-60hz", "iphone-120hz", "mac"]

    /// By name; a device may build on one before it.
    package static let builtIn: [String: DevicePlan] = names.reduce(into: [:]) { earlier, name in
        let bytes = Array((ProfileTexts.all[name] ?? "").utf8)
        earlier[name] = ScenarioReader.readProfile(bytes: bytes, name: name, profiles: earlier).plan?.device
    }

    /// All of them in their order.
    package static let all = names.compactMap { builtIn[$0].map(DeviceProfile.init) }
}
