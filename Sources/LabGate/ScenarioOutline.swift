import LabRecording

/// A scenario's values in order; its baseline keeps them, so that `check` can name a change.
package struct ScenarioOutline {
    /// The path for `--set`, `event.0.do.0.for`, the value, and its line.
    package typealias Leaf = (path: String, value: String, line: Int?)

    package var leaves: [Leaf]

    package init(leaves: [Leaf] = []) { self.leaves = leaves }

    private var tokens: [String] {
        leaves.map { path, value, _ in
            // Elements of a list have the list's key.
            let key = path.utf8.split(separator: 0x2E).map { String(Substring($0)) }.last { Int($0) == nil } ?? ""
            let kept = value.utf8.count > 24 ? "…" + Fingerprint.text(Fingerprint.hash(value)).prefix(6) : value
            // The text of a log line changes no figure.
            return Baseline.escaped(key) + "=" + (key == "log" ? "" : Baseline.escaped(kept))
        }
    }

    /// `duration=6s id=plain kind=nstimer`: each value with the last key of its path, a long one as a hash; nil if there
    /// are too many.
    package var text: String? {
        let text = tokens.joined(separator: " ")
        return text.utf8.count > 4_000 || text.isEmpty ? nil : text
    }

    /// The differences from an earlier text, in the order of the file.
    package func changes(since text: String) -> [ScenarioChange] {
        let old = text.split(separator: " ").map(String.init)
        let difference = tokens.difference(from: old)
        var removed = difference.removals.compactMap { if case .remove(_, let token, _) = $0 { token } else { nil } }
        // A new value has the place of the old one, if nothing else was inserted or removed.
        var changes = difference.insertions.compactMap { insertion -> ScenarioChange? in
            guard case .insert(let offset, let token, _) = insertion else { return nil }
            let leaf = leaves[offset]
            let key = Self.parts(token).key
            let index = removed.firstIndex { Self.parts($0).key == key }
            let before = index.map { Self.parts(removed.remove(at: $0)).value }
            return ScenarioChange(path: leaf.path, old: before, new: leaf.value, line: leaf.line)
        }
        changes += removed.map {
            let (key, value) = Self.parts($0)
            return ScenarioChange(path: key, old: value, new: nil, line: nil)
        }
        return changes
    }

    private static func parts(_ token: String) -> (key: String, value: String) {
        let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count == 2 ? Baseline.unescaped(String(parts[1])) ?? String(parts[1]) : "")
    }
}

/// A value that differs from the baseline's.
package struct ScenarioChange {
    package var path: String
    /// Nil for a value that is new.
    package var old: String?
    /// Nil for a value that is gone.
    package var new: String?
    package var line: Int?

    /// `event.0.do.0.for: 2s → 2.4s`, `timer.tick.tolerance = 50ms is new`.
    package var text: String {
        switch (old, new) {
        case (let old?, let new?): "\(path): \(old) → \(new)"
        case (nil, let new?): "\(path) = \(new) is new"
        case (let old?, nil): "\(path) = \(old) is gone"
        case (nil, nil): path
        }
    }
}
