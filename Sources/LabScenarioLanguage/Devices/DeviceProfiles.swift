import LabScenarioModel

/// A device that scenarios can name, and where its figures are from.
package struct DeviceProfile: Sendable {
    package let plan: DevicePlan

    /// In a few words.
    package var title: String { LanguageText.of(plan.profile)[.title] ?? "" }

    /// The origin of a figure, by its key in `[device]`: a measurement, a page that states it, or "assumed".
    package var sources: [String: String] { LanguageText.keys(of: plan.profile).mapValues(\.doc) }
}

/// The devices that scenarios can name as their profile: the files of `Profiles`.
package enum DeviceProfiles {
    /// In the order of `timerlab profiles`; a file may build on those before it.
    private static let names = ["ideal", "simulator", "iphone6", "iphone-60hz", "iphone-120hz", "mac"]

    /// All of them by name.
    package static let builtIn = names.reduce(into: [String: DevicePlan]()) { profiles, name in
        let bytes = Array((ProfileTexts.all[name] ?? "").utf8)
        profiles[name] = ScenarioReader.readProfile(bytes: bytes, name: name, profiles: profiles).plan?.device
    }

    /// All of them in their order.
    package static let all = names.compactMap { builtIn[$0].map(DeviceProfile.init) }
}
