import LabExactTime
import LabLogImport
import LabRealLogs
import LabReports
import LabTestBench
import LabTestFolders
import LabWorkbench
import Testing

@Suite("A scenario prints a log again, and says how well")
struct LogReplayTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    private func printed(_ scenario: String) throws -> String {
        let report = try workbench.run(folder.write("again.toml", scenario)).report
        return ByteStream.text { FiringLogWriter.write(report.trace, to: $0) }
    }

    @Test("logs of real programs, held or not, on a grid or armed anew, come again line by line")
    func real() throws {
        for log in RealLog.all where log.line.isMultiple(of: 29) && log.times.count < 1200 {
            let path = try folder.write("device.log", log.text)
            var request = LogOptions()
            request.interval = Rational(whole: log.interval)
            let replay = try workbench.replay(path, at: folder.path + "/again.toml", request)
            #expect(replay.difference == 0, "\(log)")
            #expect(try printed(replay.text) == log.text, "\(log)")
        }
    }

    @Test("a timer that was suspended, with the instants of the issue that asked about it")
    func suspended() throws {
        let times = (0...16).map { 0.2998 + Double($0) } + [18.357, 19.2994, 20.2996, 21.2999]
        let path = try folder.write("device.log", "time,message\n" + times.map { "\($0),tick\n" }.joined())
        let replay = try workbench.replay(path, at: folder.path + "/again.toml", LogOptions())
        #expect(replay.difference == 0)
        #expect(replay.text.contains("held from 16 s for 2.057 s, 1 point gone, back on the grid"))
    }

    @Test("two timers, one of which a drag held, come again with the drag")
    func tracking() throws {
        let report = try Shipped.run("tracking").report
        let text = ByteStream.text { FiringLogWriter.write(report.trace, to: $0) }
        let path = try folder.write("device.log", text)
        let replay = try workbench.replay(path, at: folder.path + "/again.toml", LogOptions())
        #expect(replay.difference == 0)
        #expect(replay.text.contains("mode = \"tracking\""))
        // The other timer of the same thread went on: no work, no suspension.
        #expect(replay.explanations.count == 1 && replay.explanations[0].hasSuffix("tracking (a drag) explains it"))
        #expect(try printed(replay.text) == text)
    }

    @Test("a silence has the scenarios that fit its length and place, which are shipped")
    func silences() throws {
        for name in ["tracking", "skipped-by-other-work", "background", "system-sleep"] {
            #expect(throws: Never.self) { try Shipped.workbench.read(name) }
        }
        func told(_ gap: Double, then lines: Int = 12) throws -> String {
            let ends = [14.7 + gap, (15.9 + gap).rounded(.up)]
            let after = (0...12).map { ends[1] + Double($0) }
            let times = (0...14).map { Double($0) + 0.001 } + [ends[0]] + after.prefix(lines)
            let path = try folder.write("device.log", "time,message\n" + times.map { "\($0),tick\n" }.joined())
            var request = LogOptions()
            request.interval = Rational(whole: 1_000_000_000)
            return try workbench.replay(path, at: folder.path + "/again.toml", request).explanations.joined()
        }
        let short = try told(2)
        #expect(short.contains("scenario tracking (a drag) explains it, as well as skipped-by-other-work"), "\(short)")
        // A drag that costs no point, and one with whose end the log ends.
        #expect(try told(1).contains("0 points gone, back on the grid; scenario tracking (a drag) explains it"))
        let last = try told(4, then: 0)
        #expect(last.contains("ends with the last line; scenario tracking (a drag)"), "\(last)")
        #expect(last.contains("background (the app suspended), system-sleep (the system asleep)"), "\(last)")
        let long = try told(40)
        #expect(long.contains("scenario background (the app suspended) explains it, as well as"), "\(long)")
    }

    @Test("a silence has one time, on the screen of its log and in the scenario")
    func time() throws {
        let first = (0...16).map { (line: Int) -> Double in Double(line) + (line < 2 ? 1.3 : 1) }
        let times = first + [21, 22, 23, 24]
        let path = try folder.write("device.log", "time,message\n" + times.map { "\($0),tick\n" }.joined())
        var request = LogOptions()
        request.interval = Rational(whole: 1_000_000_000)
        let page = Bench.text(try workbench.analyze(path, request).report.page())
        let told = try workbench.replay(path, at: folder.path + "/again.toml", request).explanations[0]
        let hold = try #require(told.firstMatch(of: /held from .+? for/)).output
        #expect(page.contains(hold), "\(told) \(page)")
    }

    @Test("a scenario of a log ends with its last line: no further point is due", arguments: [1.0, 1.011])
    func end(step: Double) throws {
        let times = (0..<40).map { (line: Int) -> Double in
            let time = Double(line) * step + Double(line % 3) * 0.001
            return (time * 1000).rounded() / 1000
        }
        let path = try folder.write("device.log", "time,message\n" + times.map { "\($0),tick\n" }.joined())
        var request = LogOptions()
        request.interval = Rational(whole: 1_000_000_000)
        let replay = try workbench.replay(path, at: folder.path + "/again.toml", request)
        #expect(replay.difference == 0)
        let timer = try #require(workbench.run(folder.write("again.toml", replay.text)).report.analysis.timers.first)
        #expect(timer.fired == 40 && timer.skipped == 0)
    }

    @Test("what cannot come again is told by how much it is off")
    func uneven() throws {
        let lines = (0..<40).flatMap { ["\($0).0\($0 % 7),tick", "\($0).5\($0 % 3),tock"] }
        let path = try folder.write("device.log", "time,message\n" + lines.joined(separator: "\n"))
        let replay = try workbench.replay(path, at: folder.path + "/again.toml", LogOptions())
        let difference = try #require(replay.difference)
        #expect(difference > 0 && difference < 100_000_000)
        #expect(replay.verdict.contains("by at most"))
    }

    @Test("lines that are 117 years apart are no scenario, and no crash")
    func centuries() throws {
        let path = try folder.write("device.log", "\"Date\";\n2087-11-10T09:40:18\n2\n")
        let problem = #expect(throws: Problem.self) {
            try workbench.replay(path, at: folder.path + "/again.toml", LogOptions())
        }
        #expect(problem?.status == .wrongData && problem?.summary.contains("no scenario lasts that long") == true)
    }

    @Test("two timers and a jump of the clock are refused before a million firings between are simulated")
    func jump() throws {
        let seconds = (0..<6).map { 0.1 * Double($0) }
        let times = seconds + seconds.map { $0 + 100_000 }
        let lines = times.flatMap { ["\($0),tick", "\($0 + 0.03),tock"] }
        let path = try folder.write("device.log", "time,message\n" + lines.joined(separator: "\n"))
        let problem = #expect(throws: Problem.self) {
            try workbench.replay(path, at: folder.path + "/again.toml", LogOptions())
        }
        #expect(problem?.status == .wrongData && problem?.summary.contains("clock jumps") == true)
    }
}
