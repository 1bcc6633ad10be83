import ScenarioModel

/// The modes that something is added to at one place of a scenario.
struct ModeList {
    var modes: [(mode: ModeName, place: Place)]
    /// Whether they join the common set, which may well have modes that a scenario never runs.
    var isCommonSet: Bool
}

extension ScenarioDecoder {
    /// Notes modes that something is added to, for `findModesNeverRun`.
    mutating func noteModes(_ items: [Item], of key: String) {
        let modes = items.compactMap { item -> (ModeName, Place)? in
            guard case .text(let name) = item.value else { return nil }
            return (ModeName(name), item.span)
        }
        modeLists.append(
            ModeList(modes: modes, isCommonSet: key == "common_modes" || key == Verb.addCommonMode.rawValue))
    }

    /// Warns of modes that something is added to and that no run loop is ever run in.
    ///
    /// The modes that every app has may stand beside one that is run: a timer for default and tracking needs no drag.
    mutating func findModesNeverRun() {
        guard isComplete, !collector.hasErrors else { return }
        let run = plan.modesRun
        for list in modeLists {
            let isServed = list.isCommonSet || list.modes.contains { $0.mode == .common || run.contains($0.mode) }
            for (mode, place) in list.modes where !run.contains(mode) {
                if isServed, ModeName.predefined.contains(mode) { continue }
                let guess = nearest(to: mode, run)
                if list.isCommonSet, guess == nil { continue }
                report(
                    Diagnostic(
                        .modeNeverRun, severity: .warning,
                        "no run loop is ever run in the mode \"\(mode.name.shownShort)\"", at: place,
                        help: guess.map { "did you mean \"\($0.shownShort)\"?" } ?? known(run)))
            }
        }
    }

    private func nearest(to mode: ModeName, _ run: Set<ModeName>) -> String? {
        let predefined = ModeName.spellings.filter { $0.mode != mode }.flatMap { [$0.mode.name] + $0.names }
        return Spelling.nearest(to: mode.name, in: run.map(\.name).sorted() + predefined)
    }

    private func known(_ run: Set<ModeName>) -> String {
        let names = run.map { "\"\($0.name.shownShort)\"" }.sorted().prefix(8).joined(separator: ", ")
        return "modes that are run here: \(names); { mode = …, for = \"2s\" } in an [[event]] runs another"
    }
}
