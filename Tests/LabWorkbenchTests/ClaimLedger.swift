import Foundation
import Testing

/// A change of a scenario's text, as the ledger writes it: `cut: tolerance = "900ms" => tolerance = "0s"`.
struct ScenarioEdit: Sendable {
    /// The part after whose `id` the text is looked for; nil: the text stands once in the file.
    var part: String?
    /// Empty: the new text becomes a line behind the part's `id`.
    var old: String
    var new: String

    struct Mismatch: Error { var text: String }

    init(_ text: String) throws {
        guard let arrow = text.range(of: "=>") else { throw Mismatch(text: text) }
        var before = String(text[..<arrow.lowerBound])
        // Names of parts hold no sign of TOML.
        if let colon = before.range(of: ": "), !before[..<colon.lowerBound].contains(where: { "=[]{}\",".contains($0) })
        {
            part = String(before[..<colon.lowerBound]).trimmingCharacters(in: .whitespaces)
            before = String(before[colon.upperBound...])
        }
        old = ScenarioEdit.unfolded(before)
        new = ScenarioEdit.unfolded(String(text[arrow.upperBound...]))
    }

    private static func unfolded(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespaces).replacing("\\n", with: "\n")
    }

    /// - Throws: `Mismatch` where the file does not have the text, or has it more than once without a part.
    func apply(to file: String) throws -> String {
        var text = file
        var start = text.startIndex
        if let part {
            guard let id = text.range(of: "id = \"\(part)\"") else { throw Mismatch(text: part) }
            start = id.lowerBound
        }
        if old.isEmpty {
            guard let end = text[start...].firstIndex(of: "\n") else { throw Mismatch(text: new) }
            text.insert(contentsOf: "\n" + new, at: end)
            return text
        }
        guard let place = text.range(of: old, range: start..<text.endIndex),
            part != nil || text.range(of: old, range: place.upperBound..<text.endIndex) == nil
        else { throw Mismatch(text: old) }
        return text.replacingCharacters(in: place, with: new)
    }
}

/// What must break which promise of a scenario that shows a statement of the articles.
struct ClaimProof: Sendable, CustomTestStringConvertible {
    /// The ids of its row.
    var ids: [String]
    var scenario: String
    var edits: String
    /// `tick: fired`, or a key of the whole run.
    var expectation: String

    var testDescription: String { "\(ids[0]) \(scenario): \(edits)" }

    /// The scenario's text with the changes.
    func changed(_ text: String) throws -> String {
        let normal = text.replacing(/[ ]+=/, with: " =")
        return try edits.components(separatedBy: " ;; ").map(ScenarioEdit.init).reduce(normal) { try $1.apply(to: $0) }
    }
}

/// The rows of `Ledger/claims.txt`, whose head tells how they are written.
struct ClaimLedger: Sendable {
    var rows: [[String]] = []
    var proofs: [ClaimProof] = []

    static let shipped: ClaimLedger = {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Ledger/claims.txt")
        return ClaimLedger((try? String(contentsOf: url, encoding: .utf8)) ?? "")
    }()

    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard line.hasPrefix(" ") else {
                rows.append(line.split(separator: " ").map(String.init))
                continue
            }
            let fields = line.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count == 3, let ids = rows.last else { continue }
            proofs.append(ClaimProof(ids: ids, scenario: fields[0], edits: fields[1], expectation: fields[2]))
        }
    }
}
