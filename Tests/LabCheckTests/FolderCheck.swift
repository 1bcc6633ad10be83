import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench

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
        return Bench.workbench.check(request)
    }

    func update(_ paths: [String]? = nil, seeds: Int? = nil) -> CheckOutcome {
        check(paths) {
            $0.updates = true
            $0.seeds = seeds
        }
    }

    func text(_ outcome: CheckOutcome) -> String {
        Bench.text(outcome.report.page, width: 400)
            .replacing(folder.path + "/", with: "").replacing(folder.path, with: "FOLDER")
    }
}
