import Foundation
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// A scenario shows a statement when taking away what the statement is about breaks a promise.
@Suite("Claims")
struct ClaimProofTests {
    @Test("without its subject a scenario breaks the promise that is named", arguments: ClaimLedger.shipped.proofs)
    func proof(_ proof: ClaimProof) throws {
        let listing = try #require(Shipped.listings.first { $0.name == proof.scenario })
        // The log of a `replay` is named from the scenario's folder.
        let folder = (listing.path as NSString).deletingLastPathComponent
        let text = try proof.changed(String(contentsOfFile: listing.path, encoding: .utf8))
            .replacing("replay = \"", with: "replay = \"\(folder)/")
        let scratch = try ScratchFolder()
        let outcome = try Shipped.workbench.run(scratch.write("changed.toml", text))
        #expect(outcome.problems.isEmpty)
        let broken = outcome.report.verdicts.filter { !$0.passed }.map {
            ($0.subject.isEmpty ? "" : $0.subject + ": ") + $0.expected
        }
        #expect(
            broken.contains { $0.hasPrefix(proof.expectation) },
            "\(proof.expectation) holds all the same; broken: \(broken)")
    }

    @Test("every row has a proof in every scenario that names it, and in no other")
    func coverage() {
        let ledger = ClaimLedger.shipped
        #expect(ledger.rows.count == 116)
        var rows: [String: String] = [:]
        for row in ledger.rows { for id in row { rows[id] = row[0] } }
        let named = Set(
            Shipped.listings.flatMap { listing in
                listing.claims.map { "\(rows[$0] ?? "no row: \($0)") \(listing.name)" }
            })
        let proven = Set(ledger.proofs.map { "\($0.ids[0]) \($0.scenario)" })
        #expect(named.subtracting(proven).sorted() == [])
        #expect(proven.subtracting(named).sorted() == [])
        let shown = Set(ledger.proofs.map { $0.ids[0] })
        #expect(ledger.rows.map { $0[0] }.filter { !shown.contains($0) } == [])
    }

    @Test("every id of a row that joins several documents is named")
    func ids() {
        let named = Set(Shipped.listings.flatMap(\.claims))
        #expect(ClaimLedger.shipped.rows.flatMap { $0 }.filter { !named.contains($0) } == [])
    }
}
