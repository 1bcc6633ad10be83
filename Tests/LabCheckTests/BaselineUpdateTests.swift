import Foundation
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Synchronization
import Testing

@Suite("Updating a baseline")
struct BaselineUpdateTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench
    private let paths: [String]

    private static let names = (1...8).map { "\($0).toml" }

    init() throws {
        let folder = try ScratchFolder()
        self.folder = folder
        paths = try BaselineUpdateTests.names.map { try folder.write($0, TickScenario.text) }
    }

    private static func request(_ paths: [String], updates: Bool) -> CheckRequest {
        var request = CheckRequest(paths: paths)
        request.updates = updates
        return request
    }

    @Test("the numbers of a folder that may not be read stay (66)")
    func unreadableFolder() throws {
        let inner = (try folder.write("locked/worker.toml", TickScenario.text) as NSString).deletingLastPathComponent
        let request = BaselineUpdateTests.request([folder.path], updates: true)
        #expect(workbench.check(request).status == .success)
        let before = try folder.read("timerlab.baseline")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: inner)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: inner) }
        // The superuser may read everything.
        guard getuid() != 0 else { return }
        #expect(workbench.check(request).status == .noInput)
        #expect(try folder.read("timerlab.baseline") == before && before.contains("locked/worker.toml"))
        #expect(workbench.check(CheckRequest(paths: [inner])).problems.first?.summary.contains("denied") == true)
    }

    @Test("several at a time lose none of each other's numbers")
    func concurrent() async throws {
        for _ in 0..<30 {
            await withTaskGroup(of: LabWorkbench.ExitStatus.self) { group in
                for path in paths {
                    let request = BaselineUpdateTests.request([path], updates: true)
                    group.addTask { [workbench] in workbench.check(request).status }
                }
                for await status in group { #expect(status == .success) }
            }
            #expect(workbench.check(CheckRequest(paths: [folder.path])).status == .success)
            try folder.remove("timerlab.baseline")
        }
        #expect(folder.names == BaselineUpdateTests.names)
    }

    @Test("an update waits for the one that has the folder")
    func waiting() throws {
        // Not for the programs that other tests start meanwhile: they would keep the lock.
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX) == 0)
        let request = BaselineUpdateTests.request(paths, updates: true)
        // A thread of its own: those that tasks share may all be waiting for other tests' programs.
        let status = Mutex<LabWorkbench.ExitStatus?>(nil)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [workbench] in
            status.withLock { $0 = workbench.check(request).status }
            ended.signal()
        }
        Thread.sleep(forTimeInterval: 0.2)
        #expect(folder.names == BaselineUpdateTests.names)
        close(descriptor)
        ended.wait()
        #expect(status.withLock { $0 } == .success)
        #expect(folder.names == BaselineUpdateTests.names + ["timerlab.baseline"])
    }

    @Test("a folder that is named twice has one baseline, whatever its spelling")
    func spellings() throws {
        let spellings = [folder.path, folder.path + "/.", folder.path + "//1.toml", paths[0]]
        #expect(workbench.check(BaselineUpdateTests.request(spellings, updates: true)).status == .success)
        let outcome = workbench.check(BaselineUpdateTests.request(spellings, updates: false))
        #expect(outcome.status == .success)
        #expect(outcome.report.scenarios.count == BaselineUpdateTests.names.count)
    }
}
