import ScenarioModel
import TextLayout

/// The modes that something is added to at one place of a scenario.
struct ModeList {
    let modes: [(mode: ModeName, place: Place)]
    /// Whether they join the common set, which may well have modes that a scenario never runs.
    let isCommonSet: Bool

    /// Warns of modes that no run loop is ever run in.
    ///
    /// The modes that every app has may stand beside one that is run: a timer for default and tracking needs no drag.
    func warnings(run: [ModeName]) -> [Diagnostic] {
        let isServed = isCommonSet || modes.contains { $0.mode == .common || run.contains($0.mode) }
        return modes.compactMap { mode, place in
            if run.contains(mode) || (isServed && ModeName.predefined.contains(mode)) { return nil }
            let predefined = ModeName.spellings.filter { $0.mode != mode }.flatMap { [$0.mode.name] + $0.names }
            let guess = Spelling.question(mode.name, in: run.map(\.name).sorted() + predefined)
            if isCommonSet, guess == nil { return nil }
            let known = run.map { "\"\($0.name.shownShort)\"" }.sorted().prefix(8).joined(separator: ", ")
            return Diagnostic(
                .modeNeverRun, severity: .warning,
                "no run loop is ever run in the mode \"\(mode.name.shownShort)\"", at: place,
                help: guess
                    ?? "modes that are run here: \(known); { mode = …, for = \"2s\" } in an [[event]] runs another")
        }
    }
}
