import LabRecording
import LabScenarioLanguage
import LabSimulation
import Testing

/// Scenarios whose calls were once told wrongly, from their text to their last records.
@Suite("Calls of scenarios")
struct CallsOfScenariosTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var claim: String
        var tables: [String]
        /// The last calls, log lines and deallocations, in ms.
        var ends: [String]

        var testDescription: String { claim }
    }

    private static let owner = """
        [[object]]
        id = "o0"
        held_by = "navigation"
        weak = "t"
        """
    private static let owned = """
        [[timer]]
        id = "t"
        kind = "gcd"
        interval = "1s"
        repeats = true
        held_by = "o0"
        """
    private static let copies = """
        [[timer]]
        id = "t"
        kind = "gcd"
        interval = "1.2s"
        repeats = true
        copies = 2
        """
    private static let variable = """
        [[object]]
        id = "o"
        held_by = "navigation"
        strong = "t"
        """

    private static let cases = [
        Case(claim: "the timer's table first", tables: [owned, owner], ends: ["1000 t", "2000 t"]),
        Case(claim: "the owner's table first", tables: [owner, owned], ends: ["1000 t", "2000 t"]),
        Case(
            claim: "the copies' table first", tables: [copies, variable],
            ends: ["1200 t[0]", "1200 t[1]", "2400 t[0]", "2400 t[1]"]),
        Case(
            claim: "the table of the copies' owner first", tables: [variable, copies],
            ends: ["1200 t[0]", "1200 t[1]", "2400 t[0]", "2400 t[1]"]),
        Case(
            claim: "a common timer fires through a modal panel",
            tables: [
                """
                [[timer]]
                id = "progress"
                kind = "NSTimer"
                interval = "1s"
                repeats = true
                modes = ["NSRunLoopCommonModes"]
                [[event]]
                at = "0.5s"
                do = [{ mode = "NSModalPanelRunLoopMode", for = "2s" }]
                """
            ], ends: ["1000 progress", "2000 progress"]),
        Case(
            claim: "a countdown stands still while the app is suspended",
            tables: [
                """
                [[timer]]
                id = "rest"
                kind = "Timer"
                interval = "0.1s"
                repeats = true
                do = [{ log = "{countdown:9}" }, { invalidate = "rest", when = { fired = 10 } }]
                [[event]]
                at = "0.35s"
                do = [{ background = true }]
                [[event]]
                at = "1.35s"
                do = [{ foreground = true }]
                """
            ], ends: ["1900 rest", "1900 0", "1900 rest is gone"]),
        Case(
            claim: "a timer that a queue ends is the one that its name means by then",
            tables: [
                """
                [[queue]]
                id = "bg"
                [[timer]]
                id = "deb"
                kind = "Timer"
                interval = "300ms"
                do = [{ log = "search {n}" }]
                [[event]]
                at = "1s"
                do = [{ create = "deb" }]
                [[event]]
                at = "1.1s"
                do = [{ async = "bg", do = [{ invalidate = "deb" }] }, { create = "deb" }]
                """
            ], ends: ["1100 deb (2) is gone", "1300 deb", "1300 search 1", "1300 deb is gone"]),
        Case(
            claim: "a source in a local variable goes with it",
            tables: [
                """
                [[timer]]
                id = "beat"
                kind = "DispatchSource.makeTimerSource"
                interval = "1s"
                repeats = true
                held_by = "local"
                [[event]]
                at = "0s"
                do = [{ release = "beat" }]
                """
            ], ends: ["0 beat is gone"]),
        Case(
            claim: "a point that another callback covers is lost, and the call is for the next",
            tables: ["a", "b"].map {
                """
                [[timer]]
                id = "\($0)"
                kind = "Timer"
                interval = "0.5s"
                repeats = true
                do = [{ work = "300ms" }]
                """
            }, ends: ["1100 a", "1500 a", "1800 b", "2100 a", "2500 a", "2800 b"]),
        Case(
            claim: "a delayed request keeps its receiver, so that its dealloc cannot cancel it",
            tables: [
                """
                [[object]]
                id = "vc"
                held_by = "navigation"
                dealloc = [{ cancel_perform = "vc" }]
                [[timer]]
                id = "hide"
                kind = "performSelector"
                delay = "2s"
                target = "vc"
                selector = "hideHint"
                [[event]]
                at = "1s"
                do = [{ pop = "vc" }]
                """
            ], ends: ["2000 hide", "2000 vc is gone", "2000 hide is gone"]),
    ]

    @Test("end as they do", arguments: cases)
    func calls(of scenario: Case) throws {
        let text = (["duration = \"3s\""] + scenario.tables).joined(separator: "\n")
        let trace = try Simulator.record(#require(ScenarioReader.read(bytes: Array(text.utf8)).plan)).trace
        let calls = trace.records.compactMap { record -> String? in
            let instant = record.time / 1_000_000
            return switch record.kind {
            case .fired: "\(instant) \(trace.name(record.entity))"
            case .logged: "\(instant) \(trace.message(of: record))"
            case .deallocated: "\(instant) \(trace.name(record.entity)) is gone"
            default: nil
            }
        }
        #expect(calls.suffix(scenario.ends.count) == scenario.ends[...])
        if scenario.ends.count == 1 { #expect(calls == scenario.ends) }
    }
}
