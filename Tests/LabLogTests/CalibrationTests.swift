import LabExactTime
import LabLogImport
import LabRealLogs
import LabScenarioLanguage
import LabScenarioModel
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

@Suite("A device profile replays what a log tells, and nothing else")
struct CalibrationTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private func request(_ interval: Int64) -> LogOptions {
        var request = LogOptions()
        request.interval = Rational(whole: interval)
        return request
    }

    private func log(_ name: String, _ seconds: [Double]) throws -> String {
        try folder.write(name, "time,message\n" + seconds.map { "\($0),tick\n" }.joined())
    }

    /// Lateness of up to a millisecond, and of up to `work` s more.
    private func grid(_ count: Int, work: Double = 0) -> [Double] {
        (0..<count).map { (index: Int) -> Double in
            let late = Double(index * 7 % 11) * 0.0001
            return Double(index) + late + work * Double(index * 5 % 13) / 13
        }
    }

    private func refusal(_ paths: [String]) -> String? {
        do {
            _ = try workbench.calibrate(paths, request(1_000_000_000))
            return nil
        } catch {
            guard error.status == .wrongData, case .plain(let message, _) = error.kind else { return "" }
            return message
        }
    }

    @Test(
        "without an interval that is the reason, and the help",
        arguments: [[0, 7, 7.3, 15, 16.1, 30, 31.7, 40, 52, 53], (0..<20).map { Double($0 * 7) }])
    func unknownInterval(times: [Double]) throws {
        let path = try log("taps.log", times)
        let error = #expect(throws: Problem.self) { try workbench.calibrate([path]) }
        guard case .plain(let message, let help)? = error?.kind else { return }
        #expect(message.contains("the interval is") && help?.hasPrefix("--interval tells") == true, "\(message)")
    }

    @Test("turns of a loop are refused where no log has work, which a wrong interval hides")
    func unusedTurns() throws {
        let path = try log("idle.log", grid(60))
        let error = #expect(throws: Problem.self) {
            try workbench.calibrate([path], request(1_000_000_000), turns: 1_000_000)
        }
        #expect(error?.summary.contains("--loop is not used") == true)
    }

    @Test("a log that is armed anew, one of work, one too short and one of work of unknown length are refused")
    func refused() throws {
        #expect(refusal([try log("idle.log", grid(60))]) == nil)
        var time = 0.0
        let chain = (0..<60).map { index in
            time += 1.02 + Double(index * index * 7919 % 101) * 0.0002
            return time
        }
        #expect(refusal([try log("chain.log", chain)])?.contains("armed again") == true)
        #expect(refusal([try log("busy.log", grid(60, work: 0.4))])?.contains("no wake-up latency") == true)
        #expect(refusal([try log("short.log", grid(6))])?.contains("does not tell the mechanism: too short") == true)
        let heavy = [0, 6.001, 12.004, 18.002, 24.003, 30.001, 36, 42.002, 48.001]
        #expect(refusal([try log("heavy.log", heavy)])?.contains("outlasts the interval") == true)
    }

    @Test("a run with the profile is late as the log was, value by value, and again from the first")
    func distribution() throws {
        for log in RealLog.all.filter({ $0.isGrid && $0.work < 50 && $0.times.count >= 60 }).prefix(12) {
            let path = try folder.write("device.log", log.text)
            guard let profile = try? workbench.calibrate([path], request(log.interval)) else { continue }
            let device = try folder.write("phone.toml", profile)
            let count = profile.split(separator: ", \"").count
            let scenario = """
                duration = "\(3 * count)s"
                until_fired = \(2 * count)
                [device]
                profile = "\(device)"
                \(Toml.tick)
                """
            let late = try #require(
                try workbench.run(folder.write("a.toml", scenario)).report.analysis.timers.first?.lateness)
            let read = ScenarioReader.readProfile(bytes: Array(profile.utf8), name: "phone")
            guard case .replayed(let latencies)? = read.plan?.device.wakeUp else {
                Issue.record("\(log)")
                continue
            }
            let told = latencies.sorted()
            #expect(told.count == count && late.count == 2 * count, "\(log)")
            #expect(
                late.min == told[0] && late.max == told[count - 1] && late.p50 == told[(count + 1) / 2 - 1], "\(log)")
        }
    }

    @Test("a long log has ten thousand of its latencies in the profile, taken evenly")
    func most() throws {
        var random = MadeRandom(1)
        let log = KnownLog("long", [.grid(1_000_000_000, 25_000, late: 1e5, &random)])
        let text = try workbench.calibrate([folder.write("long.log", log.text)], request(1_000_000_000))
        #expect(text.split(separator: ", \"").count == 10_000)
        #expect(text.contains("10000 of 25000 latencies"))
    }

    @Test("how long work takes is told with a slack that holds the truth", arguments: [5.31, 5.5, 5.97])
    func slack(work: Double) throws {
        for jitter in [0.001, 0.3, 0.6] {
            var lines: [Double] = []
            var start = 1.0
            for index in 0..<40 {
                let end = start + work + jitter * Double(index * 5 % 13) / 13
                lines.append((end * 1e6).rounded() / 1e6)
                start = end.rounded(.down) + 1
            }
            let text = try workbench.calibrate([log("heavy.log", lines)], request(1_000_000_000), turns: 1_000_000_000)
            let cost = try #require(text.firstMatch(of: /loop_cost = "([0-9.]+)ns"/).flatMap { Double($0.1) })
            let slack = try #require(text.firstMatch(of: /loop_cost may be ([0-9.]+) ns/).flatMap { Double($0.1) })
            #expect(abs(cost - work - jitter * 6 / 13) <= slack + 1e-3, "\(cost) \(slack) \(jitter)")
        }
    }
}
