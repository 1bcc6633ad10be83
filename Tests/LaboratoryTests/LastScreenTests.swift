import Foundation
import LabReports
import Testing

@testable import Laboratory

/// What stands on a terminal of 80 × 24 when a run has ended.
@Suite("The last screen of a run")
struct LastScreenTests {
    /// A shipped scenario, or one that is written here, and what its last screen has to say.
    struct Story: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String?
        /// The headline, why, and where.
        var words: [String]
        var line: String
        var remedy: String

        var testDescription: String { name }
    }

    static let stories = [
        Story(
            name: "heavy-work",
            words: ["tick fires every 6 s instead of 1 s", "its own callback takes 5.405 s", "35 of 42"],
            line: "heavy-work.toml:26", remedy: "queue"),
        Story(
            name: "tracking",
            words: [
                "plain fires every 500 ms; silent from 1.5 s to 3.7 s", "event 1 runs the tracking mode",
                "3 points skipped",
            ],
            line: "tracking.toml:30", remedy: "common modes"),
        Story(
            name: "weak-target", words: ["TL0301", "controller", "run loop main → timer tick → target controller"],
            line: "weak-target.toml:23", remedy: "invalidate"),
        Story(
            name: "worker-run-loop", words: ["once never fires", "run loop of thread worker"],
            line: "worker-run-loop.toml:17", remedy: "run"),
        Story(
            name: "made-again",
            text: """
                duration = "4s"
                [[object]]
                id = "request"
                held_by = "static"
                [[timer]]
                id = "poll"
                kind = "Timer"
                interval = "1s"
                repeats = true
                do = [{ create = "request" }, { work = "1500ms" }, { release = "request" }]
                """,
            words: ["poll fires every 2 s instead of 1 s"], line: "made-again.toml:10",
            remedy: "hand the work to a queue"),
        Story(
            name: "task-sleep-loop",
            text: """
                duration = "60s"
                [[timer]]
                id = "loop"
                kind = "task-sleep"
                interval = "1s"
                do = [{ work = "100ms" }]
                """,
            words: [
                "loop: each second takes 1.1 s (+10 %)", "re-arms after its work",
                "after 60 s it is 5.3 s behind, 5 ticks fewer",
            ],
            line: "task-sleep-loop.toml:6", remedy: "sleep until"),
    ]

    private func lines(_ story: Story, width: Int) throws -> [String] {
        let folder = try ScratchFolder()
        let typed = try story.text.map { try folder.write("\(story.name).toml", $0) } ?? story.name
        var report = try Shipped.run(typed).report
        report.file = "Scenarios/\(story.name).toml"
        let text = ByteStream.text {
            PageText(width: width).write(report.page(log: .terminal), to: $0)
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test("says what happened, why, in which line, and what to do", arguments: stories)
    func answers(story: Story) throws {
        // The prompt takes the last line.
        let screen = try lines(story, width: 80).suffix(23)
        let flat = screen.joined(separator: " ").split(separator: " ").joined(separator: " ")
        for words in story.words + [story.line, story.remedy] { #expect(flat.contains(words), "\(words)\n\(flat)") }
    }

    @Test("has no line that is cut or too wide", arguments: stories, [80, 140])
    func fits(story: Story, width: Int) throws {
        for line in try lines(story, width: width).drop(while: { !$0.hasPrefix("Timeline") }) {
            // The path of the test's folder is as long as it is.
            #expect(line.count <= width || line.contains("/\(story.name).toml"), "\(line)")
            #expect(!line.contains("…"), "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test("tells what an expectation found instead within its width")
    func expectations() throws {
        let story = Story(
            name: "drag",
            text: """
                duration = "9s"
                [[timer]]
                id = "countdown of the whole game"
                kind = "nstimer"
                interval = "1s"
                repeats = true
                [[event]]
                at = "2.5s"
                do = [{ mode = "tracking", for = "3s" }]
                [[expect]]
                no_finding = "TL0103"
                """, words: [], line: "", remedy: "")
        let lines = try lines(story, width: 80).drop { !$0.hasPrefix("Expectations") }.prefix { !$0.isEmpty }
        #expect(lines.count > 3 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    }

    @Test("a worker that run() keeps has a lane and a finding, and its stop is called useless")
    func keptWorker() throws {
        let text = """
            duration = "12s"
            [[source]]
            id = "port"
            thread = "worker"
            [[thread]]
            id = "worker"
            do = [{ add = "port" }, { run_loop = RUN }, { log = "worker ends" }]
            [[timer]]
            id = "poll"
            kind = "Timer"
            interval = "1s"
            repeats = true
            [[event]]
            at = "4.5s"
            do = [{ cancel = "worker" }, { stop_loop = "worker" }]
            """
        func page(_ run: String) throws -> String {
            let text = text.replacing("RUN", with: run)
            return try lines(
                Story(name: "kept", text: text, words: [], line: "", remedy: ""), width: 80
            ).joined(separator: "\n")
        }
        let kept = try page("\"forever\"")
        #expect(kept.contains(#/\n  worker +mode +├default─+┤\n/#), "\(kept)")
        #expect(kept.contains("[TL0319]"), "\(kept)")
        #expect(kept.contains("is useless, since run() runs its loop again"), "\(kept)")
        let ended = try page("{ before = \"distant-future\" }")
        #expect(!ended.contains("useless") && !ended.contains("although") && !ended.contains("├default"), "\(ended)")
    }
}
