import ScenarioModel

extension ModeName {
    /// The modes that every app has, each with the names that code uses for it.
    ///
    /// Sources: Foundation, `RunLoop.Mode` and the constants behind it; CFRunLoop.h; UIKit and AppKit, whose tracking
    /// modes are one mode here. `RunLoopMode` is the type's name in Swift 4.
    static let spellings: [(mode: ModeName, names: [String])] = [
        (
            .default,
            ["NSDefaultRunLoopMode", "kCFRunLoopDefaultMode", "CFRunLoopMode.defaultMode", "defaultRunLoopMode"]
                + swiftNames("default")
        ),
        (
            .common,
            ["NSRunLoopCommonModes", "kCFRunLoopCommonModes", "CFRunLoopMode.commonModes", "commonModes"]
                + swiftNames("common", "commonModes")
        ),
        (
            .tracking,
            ["UITrackingRunLoopMode", "NSEventTrackingRunLoopMode", "eventTracking"]
                + swiftNames("tracking", "eventTracking", "UITrackingRunLoopMode", "eventTrackingRunLoopMode")
        ),
    ]

    private static func swiftNames(_ members: String...) -> [String] {
        members.flatMap { [".\($0)", "RunLoop.Mode.\($0)", "RunLoopMode.\($0)"] }
    }

    private static let meant = Dictionary(
        spellings.flatMap { mode, names in names.map { ($0, mode) } }, uniquingKeysWith: { first, _ in first })

    /// The mode that a name in a scenario stands for: a constant's or a Swift name means its mode, any other name is one.
    init(spelled name: String) { self = ModeName.meant[name] ?? ModeName(name) }

    /// The mode that every app has under this name, in any case; nil for any other.
    public static func predefined(_ name: String) -> ModeName? {
        spellings.first { mode, names in ([mode.name] + names).contains { $0.lowercased() == name.lowercased() } }?.mode
    }

    static let predefined = Set(spellings.map(\.mode))
}
