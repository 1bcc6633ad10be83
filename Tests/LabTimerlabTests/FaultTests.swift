import Foundation
import LabBuiltProgram
import LabTestFolders
import Testing

/// Each call by which the program changes files fails in turn: it was interrupted, it has written a part, or the disk is
/// full.
@Suite("Calls of the system that fail")
struct FaultTests {
    private let folder: ScratchFolder
    private let program: Program

    init() throws {
        program = try #require(Program(), "timerlab is built with the tests")
        folder = try ScratchFolder()
        try folder.write(
            "a.toml",
            "duration = \"3s\"\n[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"1s\"\nrepeats = true\n")
        try folder.write(
            "a.log", (10..<40).map { "2017-11-10 09:40:\($0).20\($0)84+0800 App[9749:3330951] tick\n" }.joined())
    }

    /// The library that has calls fail; nil where there is no compiler of C for it, or another way to load it.
    private static let library: String? = {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../Support/FaultyCalls/faulty.c")
        let library = FileManager.default.temporaryDirectory.appending(path: "timerlab-faulty-\(getpid()).so").path
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["clang", "-shared", "-fPIC", "-o", library, source.standardizedFileURL.path, "-ldl"]
        compiler.standardError = FileHandle.nullDevice
        guard (try? compiler.run()) != nil else { return nil }
        compiler.waitUntilExit()
        return compiler.terminationStatus == 0 && FileManager.default.fileExists(atPath: "/proc/self/exe")
            ? library : nil
    }()

    private static let old = "old\n"

    /// Runs a command that writes `out`, with one call that fails.
    private func run(
        _ words: [String], fault: String, at number: Int, isNew: Bool
    ) throws -> (status: Int32, text: String, output: String?, calls: Int) {
        try? folder.remove("out")
        if !isNew { try folder.write("out", FaultTests.old) }
        let library = try #require(FaultTests.library)
        let (status, text) = try program.run(
            words, in: folder.path,
            environment: [
                "LD_PRELOAD": library, "FAULT": fault, "FAULT_AT": "\(number)", "FAULT_COUNT": folder.path + "/calls",
            ])
        let left = folder.names.filter { $0.hasPrefix(".") }
        #expect(left.isEmpty, "\(words), \(fault) at \(number): left \(left)")
        return (status, text, try? folder.read("out"), Int(try folder.read("calls")) ?? 0)
    }

    @Test(
        "leave the old file or the whole new one, and say so (73)", .enabled(if: library != nil),
        arguments: [
            ["run", "a.toml", "-o", "out"],
            ["run", "a.toml", "--format", "json", "-q", "--graph", "out.svg", "-o", "out"],
            ["analyze", "a.log", "--scenario", "out"], ["calibrate", "a.log", "-o", "out"],
            ["check", "a.toml", "--update", "--baseline", "out"], ["check", "a.toml", "--report", "junit=out"],
            ["run", "a.toml"], ["lint", "a.toml"],
        ])
    func files(words: [String]) throws {
        // What is no baseline is not overwritten.
        let isNew = words.contains("--update")
        let whole = try run(words, fault: "full", at: 0, isNew: isNew)
        let old = isNew ? nil : FaultTests.old
        var refused = 0
        for number in 1...whole.calls {
            for fault in ["interrupted", "short"] {
                let (status, text, output, _) = try run(words, fault: fault, at: number, isNew: isNew)
                #expect(status == whole.status && output == whole.output && text == whole.text, "\(fault) at \(number)")
            }
            let (status, text, output, _) = try run(words, fault: "full", at: number, isNew: isNew)
            if status == 73 {
                refused += 1
                #expect(output == old || output == whole.output, "full at \(number)")
                #expect(text.contains("cannot be written"), "full at \(number): \(text)")
            } else {
                #expect(status == whole.status && output == whole.output, "full at \(number): \(status)")
            }
        }
        #expect(refused > 0, "\(words): of \(whole.calls) calls none was missed")
    }

    @Test(
        "without another thread all work is done by the first", .enabled(if: library != nil), .timeLimit(.minutes(10)),
        arguments: [
            ["sweep", "a.toml", "--vary", "timer.tick.interval=1s..3s"],
            ["compare", "nstimer", "gcd", "--scenario", "a.toml"],
        ])
    func threads(words: [String]) throws {
        let alone = try run(words, fault: "threads", at: 0, isNew: true)
        let usual = try run(words, fault: "none", at: 0, isNew: true)
        #expect(alone.text == usual.text && alone.status == 0)
    }
}

@Suite("An interrupted program")
struct InterruptedProgramTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for (name, duration, interval) in [("long", "900000s", "1ms"), ("live", "100s", "1s")] {
            let tick = "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"\(interval)\"\nrepeats = true\n"
            try folder.write("\(name).toml", "duration = \"\(duration)\"\n\(tick)do = [{ work = \"10us\" }]\n")
        }
        #expect(mkfifo(folder.path + "/fifo", 0o600) == 0)
    }

    @Test(
        "ends at once with 128 + the signal's number, and leaves no file that was being written",
        arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM],
        [
            ["timerlab", "run", "long.toml", "-q", "-o", "out"], ["timerlab", "check", "long.toml", "--update"],
            ["timerlab", "sweep", "long.toml", "--vary", "timer.tick.interval=1ms..9ms"],
            ["timerlab", "sweep", "fifo", "--vary", "timer.tick.interval=1ms..9ms"],
            ["timerlab-host", "run", "live.toml", "-q"], ["timerlab-host", "conform", "live.toml"],
            ["timerlab-host", "run", "live.toml", "-q", "-o", "out"],
        ])
    func signals(signal: Int32, words: [String]) throws {
        let program = try #require(Program(words[0]), "\(words[0]) is built with the tests")
        var (status, text) = (signal, "")
        // Before it has come up, a process dies of the signal itself.
        var start = ContinuousClock.now
        for delay in [0.3, 1, 4, 12] where status == signal {
            start = .now + .seconds(delay)
            (status, text) = try program.run(Array(words.dropFirst()), in: folder.path, signal: signal, after: delay)
        }
        #expect(status == 128 + signal, "\(words): \(text)")
        // 0.2 s on a machine that has nothing else to do.
        #expect(ContinuousClock.now - start < .seconds(3), "\(words)")
        #expect(folder.names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test(
        "ends by SIGQUIT from its first instant on, though the Swift runtime takes one for a crash",
        .timeLimit(.minutes(5)), arguments: 1...20)
    func earlyQuit(milliseconds: Int) throws {
        let program = try #require(Program(), "timerlab is built with the tests")
        let status = try program.run(
            ["run", "long.toml", "-q"], in: folder.path, signal: SIGQUIT, after: Double(milliseconds) / 1000
        ).status
        #expect(status == SIGQUIT || status == 128 + SIGQUIT)
    }

    @Test("a sweep prints the values that are finished, from inside of a long run")
    func sweep() throws {
        let program = try #require(Program(), "timerlab is built with the tests")
        let words = ["sweep", "live.toml", "--vary", "duration=1s..900000s", "--steps", "1000", "--format", "csv"]
        var result: (status: Int32, text: String) = (SIGINT, "")
        for delay in [1.0, 4, 12] where result.status == SIGINT {
            result = try program.run(words, in: folder.path, signal: SIGINT, after: delay)
        }
        #expect(result.status == 128 + SIGINT)
        #expect(result.text.contains("1000000000,"), "\(result.text)")
        #expect(result.text.contains("note: interrupted: only what was found so far"))
    }
}
