import LabScenarioModel
import LabTextLayout

extension ModeName {
    /// The modes that every app has, each with the names that code uses for it.
    ///
    /// Sources: Foundation, `RunLoop.Mode` and the constants behind it; CFRunLoop.h; UIKit and AppKit. The tracking modes
    /// of both are one mode here. `RunLoopMode` is the type's name in Swift 4.
    static let spellings: KeyValuePairs<ModeName, [String]> = [
        .default: ["NSDefaultRunLoopMode", "kCFRunLoopDefaultMode", "CFRunLoopMode.defaultMode", "defaultRunLoopMode"]
            + swiftNames("default"),
        .common: ["NSRunLoopCommonModes", "kCFRunLoopCommonModes", "CFRunLoopMode.commonModes", "commonModes"]
            + swiftNames("common", "commonModes"),
        .tracking: ["UITrackingRunLoopMode"] + swiftNames("tracking", "UITrackingRunLoopMode") + appKitTracking,
        .modalPanel: ["NSModalPanelRunLoopMode", "modalPanel"] + swiftNames("modalPanel", "modalPanelRunLoopMode"),
    ]

    /// The names of the tracking mode that only AppKit has.
    static let appKitTracking =
        ["NSEventTrackingRunLoopMode", "eventTracking"] + swiftNames("eventTracking", "eventTrackingRunLoopMode")

    private static func swiftNames(_ members: String...) -> [String] {
        members.flatMap { [".\($0)", "RunLoop.Mode.\($0)", "RunLoopMode.\($0)"] }
    }

    private static let meant = Dictionary(
        spellings.flatMap { mode, names in names.map { ($0, mode) } }, uniquingKeysWith: { first, _ in first })

    /// The mode that a name in a scenario stands for: a constant's or a Swift name means its mode, any other name is one.
    init(spelled name: String) { self = Self.meant[name] ?? ModeName(name) }

    /// The mode that every app has under this name, in any case; nil for any other.
    package static func predefined(_ name: String) -> ModeName? {
        spellings.first { mode, names in ([mode.name] + names).contains { $0.lowercased() == name.lowercased() } }?.key
    }

    static let predefined = Set(spellings.map(\.key))
}

/// The modes that something is added to at one place of a scenario.
struct ModeList {
    let modes: [(mode: ModeName, place: Place)]
    /// True if they join the common set, which may have modes that a scenario never runs.
    let isCommonSet: Bool

    /// Warns of modes that no run loop is ever run in.
    ///
    /// The modes that every app has may stand beside one that is run: a timer for default and tracking needs no drag.
    func warnings(run: [ModeName]) -> [Diagnostic] {
        let isServed = isCommonSet || modes.contains { $0.mode == .common || run.contains($0.mode) }
        return modes.compactMap { mode, place in
            if run.contains(mode) || (isServed && ModeName.predefined.contains(mode)) { return nil }
            let predefined = ModeName.spellings.filter { $0.key != mode }.flatMap { [$0.key.name] + $0.value }
            let guess = Spelling.question(mode.name, in: run.map(\.name).sorted() + predefined)
            if isCommonSet, guess == nil { return nil }
            let known = run.map { "\"\($0.name.shownShort)\"" }.sorted().prefix(8).joined(separator: ", ")
            return Diagnostic(
                DiagnosticCode.modeNeverRun.rawValue, severity: .warning,
                "no run loop is ever run in the mode \"\(mode.name.shownShort)\"", at: place,
                help: guess
                    ?? "modes that are run here: \(known); { mode = …, for = \"2s\" } in an [[event]] runs another")
        }
    }
}
