import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// A task that a timer is wanted for, with what an expert would say to it.
struct ComparedTask: Sendable, CustomTestStringConvertible {
    var name: String
    var interval: String
    var work: String
    var duration = "60s"
    /// What else happens, as TOML.
    var besides = ""
    var mechanisms: String
    /// What has to be among the chosen; empty where all are to be refused.
    var chosen: String
    var forInterface: String?
    /// What has to be said.
    var said: [String] = []

    var testDescription: String { "\(name): \(mechanisms)" }

    var toml: String {
        """
        duration = "\(duration)"
        [device]
        wake_up = { p0 = "5us", p50 = "60us", p95 = "130us", p99 = "900us", p100 = "2ms" }
        work    = { p0 = 0.9985, p50 = 1.0, p100 = 1.0015 }
        \(Toml.timer("tick", "nstimer", interval, repeats: true))
        do = [{ work = \(work) }]
        \(besides)
        """
    }

    private static func drag(at: String, every: String, length: String) -> String {
        "[[event]]\nat = \"\(at)\"\nevery = \"\(every)\"\ndo = [{ mode = \"tracking\", for = \"\(length)\" }]"
    }

    private static let countdown = ComparedTask(
        name: "a countdown's label while scrolling", interval: "1s", work: "\"1ms\"",
        besides: drag(at: "3.3s", every: "9s", length: "3s"), mechanisms: "nstimer nstimer+common gcd task-sleep",
        chosen: "gcd", forInterface: "nstimer+common")
    private static let animation = ComparedTask(
        name: "an animation", interval: "16666667ns", work: "\"3ms\"", duration: "20s",
        mechanisms: "nstimer gcd displaylink", chosen: "displaylink", said: ["each frame"])
    private static let heldAnimation = ComparedTask(
        name: "an animation beside other work", interval: "16666667ns", work: "\"3ms\"", duration: "20s",
        besides: "[[event]]\nat = \"3s\"\nevery = \"2s\"\ndo = [{ work = \"60ms\" }]", mechanisms: "displaylink gcd",
        chosen: "displaylink", said: ["between two frames"])
    private static let poll = ComparedTask(
        name: "a poll of a server", interval: "30s", work: "\"40ms\"", duration: "10min",
        mechanisms: "nstimer mach-wait thread-sleep gcd", chosen: "gcd")
    private static let parsing = ComparedTask(
        name: "heavy parsing in the callback", interval: "1s",
        work: "{ p0 = \"500ms\", p50 = \"600ms\", p100 = \"700ms\" }", mechanisms: "nstimer gcd", chosen: "gcd")
    private static let metronome = ComparedTask(
        name: "a metronome", interval: "500ms", work: "\"200us\"",
        besides:
            "[[event]]\nat = \"10ms\"\nevery = \"490ms\"\ndo = [{ work = { p0 = \"5ms\", p50 = \"20ms\", p100 = \"60ms\" } }]",
        mechanisms: "nstimer+common gcd@main gcd", chosen: "gcd")
    private static let stopwatch = ComparedTask(
        name: "a stopwatch", interval: "100ms", work: "\"1ms\"",
        mechanisms: "task-sleep perform after thread-sleep nstimer+common", chosen: "nstimer+common")
    private static let upload = ComparedTask(
        name: "work longer than its interval", interval: "1s",
        work: "{ p0 = \"1.2s\", p50 = \"1.5s\", p100 = \"2s\" }", mechanisms: "async-timer@queue gcd", chosen: "gcd")
    private static let sampling = ComparedTask(
        name: "sampling at 100 Hz beside decoding on main", interval: "10ms",
        work: "{ p0 = \"1ms\", p50 = \"2ms\", p100 = \"3ms\" }", duration: "30s",
        besides: "[[event]]\nat = \"1.003s\"\nevery = \"1s\"\ndo = [{ work = \"120ms\" }]",
        mechanisms: "nstimer+common combine after gcd", chosen: "gcd")
    private static let carousel = ComparedTask(
        name: "a carousel under a finger", interval: "3s", work: "\"2ms\"", duration: "120s",
        besides: drag(at: "5.5s", every: "20s", length: "4s"), mechanisms: "nstimer combine", chosen: "",
        said: ["neither", "nstimer+common"])
    private static let heartbeat = ComparedTask(
        name: "a heartbeat beside bursts of blocks", interval: "15s", work: "\"1ms\"", duration: "5min",
        besides:
            "[[event]]\nat = \"4.97s\"\nevery = \"10s\"\ndo = [{ repeat = 200, do = [{ async = \"main\", do = [{ work = \"2ms\" }] }] }]",
        mechanisms: "nstimer gcd mach-wait", chosen: "gcd")

    static let all: [ComparedTask] = [
        countdown, animation, heldAnimation, poll, parsing, metronome, stopwatch, upload, sampling, carousel, heartbeat,
    ]

    /// The same tasks with other mechanisms.
    static let others: [ComparedTask] = [
        (parsing, "nstimer gcd@main", "", ["neither", "holds the main thread", "gcd does better"]),
        (parsing, "nstimer async-timer", "", ["neither"]),
        (upload, "async-timer async-timer@queue", "", ["neither", "queues its ticks", "gcd does better"]),
        (upload, "task-sleep async-timer@queue", "", ["neither"]),
        (stopwatch, "after thread-sleep", "", ["neither", "gcd does better"]),
        (sampling, "after thread-sleep", "", ["neither", "gcd does better"]),
        (animation, "displaylink gcd", "displaylink", []),
        (poll, "displaylink gcd", "gcd", []),
        (countdown, "nstimer gcd", "gcd", ["nstimer+common does not stand still"]),
        (countdown, "nstimer+common task-sleep", "nstimer+common", []),
    ].map { task, mechanisms, chosen, said in
        var task = task
        (task.mechanisms, task.chosen, task.said, task.forInterface) = (mechanisms, chosen, said, nil)
        return task
    }
}

extension ComparedTask {
    /// Each task without what the advice is about.
    static let withoutSubject: [(task: ComparedTask, change: @Sendable (inout ComparedTask) -> Void)] = [
        (countdown, { $0.besides = "" }), (animation, { $0.interval = "1s" }),
        (parsing, { $0.work = "\"1ms\"" }),
        (metronome, { $0.besides = "" }),
        (stopwatch, { $0.mechanisms = "gcd@main nstimer@worker+common nstimer+common" }),
        (upload, { $0.work = "\"200ms\"" }), (sampling, { $0.besides = "" }), (carousel, { $0.besides = "" }),
    ]
}

@Suite("What compare advises")
struct ComparisonAdviceTests {
    @Test("is what an expert would", arguments: ComparedTask.all + ComparedTask.others)
    func advice(task: ComparedTask) throws {
        let (isExpected, text) = try isExpected(task)
        #expect(isExpected, "\(text)")
    }

    @Test("is another one where what it is about is taken away", arguments: ComparedTask.withoutSubject.indices)
    func subject(index: Int) throws {
        let (task, change) = ComparedTask.withoutSubject[index]
        var changed = task
        change(&changed)
        let (isExpected, text) = try isExpected(changed)
        #expect(!isExpected, "\(task.name): \(text)")
    }

    /// Whether a task has the advice that it is to have, and that advice.
    private func isExpected(_ task: ComparedTask) throws -> (Bool, String) {
        let folder = try ScratchFolder()
        let path = try folder.write("task.toml", task.toml)
        let names = task.mechanisms.split(separator: " ").map(String.init)
        let report = try Bench.workbench.compare(
            names.map { try Mechanism(parsing: $0) }, scenarios: [path], seeds: 3
        ).report
        let advice = ComparisonAdvice(report)
        let text = ComparisonAdvice(report).sentences.joined(separator: " ")
        let chosen = advice.chosen.map { report.subjects[$0].name }
        let isChosen =
            task.chosen.isEmpty
            ? !advice.faulty.isEmpty && chosen.isEmpty
            : chosen == [task.chosen] && advice.forInterface.map { report.subjects[$0].name } == task.forInterface
        return (isChosen && task.said.allSatisfy(text.contains), "\(chosen) \(text)")
    }
}
