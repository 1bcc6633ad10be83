import LabReports
import LabTestFolders
import Laboratory

typealias ScratchFolder = LabTestFolders.ScratchFolder

/// A timer of 1 s for 9.5 s.
enum TickScenario {
    static let text = """
        duration = "9.5s"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true

        """
}

/// A screen with a timer that its deinit ends, beside a second timer, dragged on and popped.
enum ScreenScenario {
    static let text = """
        duration = "12s"
        [[object]]
        id = "screen"
        held_by = "navigation"
        dealloc = [{ invalidate = "tick" }]
        strong = { timer = "tick" }
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true
        style = "block"
        weak = "screen"
        do = [{ work = "10ms" }]
        [[timer]]
        id = "clock"
        kind = "nstimer"
        interval = "500ms"
        repeats = true
        [[event]]
        at = "1.7s"
        do = [{ mode = "tracking", for = "2s" }]
        [[event]]
        at = "8.5s"
        do = [{ pop = "screen" }]
        [guard]
        "tick.skipped" = "+0"

        """
}

/// Tests that check a folder of scenarios.
protocol FolderCheck {
    var folder: ScratchFolder { get }
}

extension FolderCheck {
    func tick(work: String, _ rest: String = "") -> String {
        TickScenario.text + "do = [{ work = \"\(work)\" }]\n" + rest
    }

    func tick(_ rest: String = "") -> String { tick(work: "100ms", rest) }

    func check(_ paths: [String]? = nil, _ change: (inout CheckRequest) -> Void = { _ in }) -> CheckOutcome {
        var request = CheckRequest(paths: paths ?? [folder.path])
        change(&request)
        return Workbench(finder: ScenarioFinder(roots: [])).check(request)
    }

    func update(_ paths: [String]? = nil, seeds: Int? = nil) -> CheckOutcome {
        check(paths) {
            $0.updates = true
            $0.seeds = seeds
        }
    }

    func text(_ outcome: CheckOutcome) -> String {
        ByteStream.text { PageText(width: 400).write(outcome.report.page, to: $0) }
            .replacing(folder.path + "/", with: "").replacing(folder.path, with: "FOLDER")
    }
}
