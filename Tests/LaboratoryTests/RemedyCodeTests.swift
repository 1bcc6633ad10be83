import Analysis
import Foundation
import Reports
import Testing

@testable import Laboratory

/// The changes of code that remedies are shown as, held against compilers, before the change and after it.
@Suite("Remedies as code")
struct RemedyCodeTests {
    /// A remedy's change in one language.
    private struct Change: Hashable {
        var name: String
        var text: String

        /// The lines of the code before the change (`-`) or after it (`+`), those of a class and those of a method.
        func code(_ side: Character, isMember: (String) -> Bool) -> (members: [String], body: [String])? {
            let lines = text.split(separator: "\n").map(String.init)
            guard lines.contains(where: { $0.first == side }) else { return nil }
            let shown = lines.filter { $0.first == side || $0.first == " " }.map { String($0.dropFirst(2)) }
            var (members, body): ([String], [String]) = ([], [])
            var isInside = false
            for line in shown {
                if isInside || isMember(line) { members.append(line) } else { body.append(line) }
                isInside = isInside ? line != "}" : isMember(line) && line.hasSuffix("{")
            }
            return (members, body)
        }
    }

    /// Of each remedy a few that were tried, in Swift and in Objective-C.
    private static let tried: [RemedyReport.Row] = {
        let shipped = Shipped.listings.map(\.path)
        let folder = try? ScratchFolder()
        let examples = FindingRule.all.enumerated().compactMap { index, rule in
            try? folder?.write("\(index).toml", rule.example)
        }
        let suspended = try? folder?.write(
            "pairs.toml",
            FindingRule.suspended.example.replacing("active = false", with: "")
                + "\n[[event]]\nat = \"0.5s\"\ndo = [{ suspend = \"tick\" }, { suspend = \"tick\" }]\n"
                + "[[event]]\nat = \"1.5s\"\ndo = [{ resume = \"tick\" }]\n")
        let timer = "duration = \"5s\"\n[[timer]]\nid = \"tick\"\ninterval = \"1s\"\nrepeats = true\n"
        let offMain = try? folder?.write(
            "queue.toml", timer + "kind = \"gcd\"\nleeway = \"100ms\"\ndo = [{ work = \"1500ms\" }]\n")
        let task = try? folder?.write(
            "task.toml",
            timer + "kind = \"task-sleep\"\n[[event]]\nat = \"1.2s\"\ndo = [{ mode = \"panel\", for = \"2s\" }]\n")
        let message = try? folder?.write(
            "message.toml",
            timer + "kind = \"nstimer\"\ntarget = \"view\"\nselector = \"tick:\"\n"
                + "[[object]]\nid = \"view\"\nheld_by = \"navigation\"\n[[event]]\nat = \"2s\"\ndo = [{ pop = \"view\" }]\n"
        )
        let target = try? folder?.write("target.toml", timer + delayed("target = \"view\"\nselector = \"tick:\""))
        let block = try? folder?.write("block.toml", timer + delayed("strong = \"view\""))
        let owned = own.enumerated().compactMap { index, own in
            try? folder?.write("own\(index).toml", kept(own.timer))
        }
        let written: [String?] = [task, suspended, offMain, message, target, block]
        return (owned + written.compactMap(\.self) + shipped + examples).flatMap {
            (try? Shipped.workbench.remedies($0).report.rows) ?? []
        }
    }()

    private static func delayed(_ callback: String) -> String {
        """
        kind = "nstimer"
        delay = "500ms"
        modes = ["common"]
        \(callback)
        [[object]]
        id = "view"
        held_by = "navigation"
        [[event]]
        at = "2s"
        do = [{ pop = "view" }]
        """
    }

    /// A screen that goes while a timer keeps it.
    private static func kept(_ timer: String) -> String {
        """
        duration = "8s"
        [[object]]
        id = "view"
        held_by = "navigation"
        [[event]]
        at = "2s"
        do = [{ pop = "view" }]
        [[timer]]
        id = "tick"
        \(timer)
        """
    }

    /// Timers, and what the code that makes them says of them.
    private static let own: [(timer: String, lines: [String])] = [
        (
            "kind = \"nstimer\"\ndelay = \"10s\"\ntarget = \"view\"",
            ["scheduledTimer(timeInterval: 10, target: self", "scheduledTimerWithTimeInterval:10 target:self"]
        ),
        (
            "kind = \"nstimer\"\ncreate = \"init\"\nfire_date = \"9s\"\ninterval = \"3s\"\nrepeats = true\n"
                + "modes = [\"common\"]\ntolerance = \"100ms\"\ntarget = \"view\"\nuser_info = \"view\"",
            [
                "Timer(fireAt: Date() + 9, interval: 3, target: self", "userInfo: self",
                "initWithFireDate:[NSDate dateWithTimeIntervalSinceNow:9] interval:3", "userInfo:self",
            ]
        ),
        (
            "kind = \"after\"\nqueue = \"main\"\ninterval = \"3s\"\nclock = \"wall\"\nstrong = \"view\"",
            [
                "DispatchQueue.main.asyncAfter(wallDeadline: .now() + 3)",
                "dispatch_after(dispatch_walltime(NULL, 3 * NSEC_PER_SEC), dispatch_get_main_queue(), ",
            ]
        ),
        (
            "kind = \"after\"\ndelay = \"9s\"\ninterval = \"3s\"\nrepeats = true\nstrong = \"view\"",
            ["tickQueue.asyncAfter(deadline: .now() + 9) {", "// and again at the end of tickFired, after 3 s"]
        ),
        (
            "kind = \"perform\"\ndelay = \"12s\"\ntarget = \"view\"",
            ["cancelPreviousPerformRequests(withTarget: self)", "cancelPreviousPerformRequestsWithTarget:self];"]
        ),
        (
            "kind = \"task-sleep\"\ninterval = \"3s\"\nabsolute = true\ntolerance = \"0s\"\nstrong = \"view\"\n"
                + "do = [{ sleep = \"10ms\", awaits = true }]",
            [
                "Task.sleep(until: next, tolerance: .zero, clock: .continuous)", "await tickFired()",
                "await self?.tickFired()",
            ]
        ),
        (
            "kind = \"task-sleep\"\ninterval = \"3s\"\nrepeats = false\nclock = \"uptime\"\nswallows_cancel = true\n"
                + "strong = \"view\"",
            ["try? await Task.sleep(for: .seconds(3), clock: .suspending)\n+     self?.tickFired()\n+ }"]
        ),
        (
            "kind = \"async-timer\"\ninterval = \"3s\"\ntolerance = \"100ms\"\nstrong = \"view\"",
            [
                "AsyncTimerSequence(interval: .seconds(3), tolerance: .seconds(0.1), clock: .continuous) { self?.tickFired()"
            ]
        ),
        (
            "kind = \"thread-sleep\"\ninterval = \"3s\"\ndelay = \"0s\"\nstrong = \"view\"",
            [
                "+ tickThread = Thread { [weak self] in", "{ self?.tickFired(); Thread.sleep(forTimeInterval: 3) }",
                "{ [weakSelf tickFired]; [NSThread sleepForTimeInterval:3]; }",
            ]
        ),
        (
            "kind = \"mach-wait\"\ninterval = \"3s\"\nstrong = \"view\"",
            ["mach_wait_until(next)\n+         self?.tickFired()", "[weakSelf tickFired];"]
        ),
        (
            "kind = \"combine\"\ninterval = \"3s\"\ntolerance = \"100ms\"\nstrong = \"view\"",
            ["Timer.publish(every: 3, tolerance: 0.1, on: .main, in: .default)"]
        ),
        (
            "kind = \"gcd\"\ninterval = \"3s\"\nrepeats = true\nclock = \"wall\"\nqueue = \"main\"\nstrong = \"view\"\n"
                + "[[event]]\nat = \"1s\"\ndo = [{ set_wall_clock = \"-1s\" }]",
            ["schedule(wallDeadline: .now() + 3, repeating: 3)", "dispatch_walltime(NULL, 3 * NSEC_PER_SEC)"]
        ),
        (
            "kind = \"displaylink\"\ntarget = \"view\"\nselector = \"step:\"\n"
                + "[[event]]\nat = \"1s\"\ndo = [{ mode = \"tracking\", for = \"500ms\" }]",
            ["// step(_:) becomes step(), since a source passes nothing", "// -step: becomes -step, since a source"]
        ),
    ]

    @Test("the code before and after is that of the timer in the file", arguments: own)
    func isOwn(_ own: (timer: String, lines: [String])) throws {
        let folder = try ScratchFolder()
        let path = try folder.write("own.toml", Self.kept(own.timer))
        let code = try Shipped.workbench.remedies(path).report.rows.map { $0.swift + "\n" + $0.objectiveC }.joined()
        for line in own.lines { #expect(code.contains(line), "\(line)\n\(code)") }
        #expect(!code.contains("0.0166"))
    }

    @Test("a timer keeps its own first date and its modes in the code that mends it")
    func keepsItsDate() throws {
        let timer = "duration = \"5s\"\n[[timer]]\nid = \"tick\"\ninterval = \"1s\"\nrepeats = true\n"
        let folder = try ScratchFolder()
        let path = try folder.write("own.toml", timer + Self.delayed("strong = \"view\""))
        let rows = try Shipped.workbench.remedies(path).report.rows
        let weak = try #require(rows.first { $0.name == "weak capture" })
        for sign in ["-", "+"] {
            #expect(weak.swift.contains("\(sign) tickTimer = Timer(fire: Date() + 0.5, interval: 1, repeats: true) {"))
        }
        #expect(!weak.swift.contains("RunLoop.main.add") && !weak.objectiveC.contains("NSRunLoop"))
    }

    private static func changes(_ text: (RemedyReport.Row) -> String) -> [Change] {
        // Of each remedy a few for each mechanism.
        var count: [String: Int] = [:]
        var seen: Set<String> = []
        return tried.map { Change(name: String($0.name.prefix { $0 != "(" }), text: text($0)) }.filter { change in
            let key = change.name + change.text.prefix { $0 != "(" && $0 != "=" }
            count[key, default: 0] += 1
            return count[key, default: 0] <= 3 && seen.insert(change.text).inserted
        }
    }

    @Test("each remedy there is was tried")
    func complete() {
        let names = Set(Self.tried.map { $0.name.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces) })
        #expect(Set(RemedyRule.all.map(\.name)).subtracting(names).isEmpty)
    }

    private func names(_ text: String, _ patterns: [String]) -> [String] {
        let found = patterns.flatMap { pattern -> [String] in
            guard
                let regex = try? Regex(pattern, as: (Substring, Substring).self).anchorsMatchLineEndings()
                    .wordBoundaryKind(
                        .simple)
            else {
                return []
            }
            return text.matches(of: regex).map { String($0.output.1) }
        }
        return Set(found).subtracting([
            "compute", "invalidate", "mach_absolute_time", "scheduledTimer", "makeTimerSource",
        ])
        .sorted()
    }

    /// What the compiler says of a text beside the stubs; nil where there is no such compiler.
    private func complaints(_ name: String, _ text: String, _ words: [String]) throws -> String? {
        let folder = try ScratchFolder()
        let path = try folder.write(name, text)
        let output = try folder.write("output")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words + [path]
        process.standardError = FileHandle(forWritingAtPath: output)
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus == 127 { return nil }
        let said = try folder.read("output")
        return process.terminationStatus == 0
            ? "" : said.split(separator: "\n").filter { $0.contains("error:") }.joined(separator: "\n")
    }

    /// How a variable is used, and of what type it is then, in Swift and in Objective-C.
    private static let uses: [(use: String, swift: String, objectiveC: String)] = [
        (#"(\w+) = CADisplayLink"#, "CADisplayLink", ""),
        (#"(\w+)\.(?:add\(to|preferredFrame|isPaused)"#, "CADisplayLink", ""),
        (#"(\w+)\.(?:schedule\(|setEventHandler|activate|resume|suspend)"#, "DispatchSourceTimer", ""),
        (#"(\w+) = DispatchSource\."#, "DispatchSourceTimer", ""),
        (#"(\w+) = Timer\.publish"#, "AnyCancellable", ""), (#"(\w+) = Task[ .]"#, "Task<Void, any Error>", ""),
        (#"(\w+) = Thread "#, "Thread", ""), (#"(\w+) = DispatchWorkItem"#, "DispatchWorkItem", ""),
        (#"(\w+) = (?:\.scheduledTimer|Timer\()"#, "Timer", ""), (#"\.add\((\w+)!"#, "Timer", ""),
        (#"(\w+)\?\.(?:invalidate|tolerance|perform|fire)"#, "Timer", ""), (#"(\w+)\?\.cancel\(\)"#, "Thread", ""),
        (#"on: (\w+),"#, "Thread", ""), (#"onThread:self\.(\w+)"#, "", "NSThread *"),
        (#"\b([a-z]\w*Queue)\b"#, "DispatchQueue", ""),
        (#"self\.(\w+) = \[CADisplayLink"#, "", "CADisplayLink *"),
        (#"self\.(\w+)(?:\.(?:preferredFrame|paused)| addToRunLoop)"#, "", "CADisplayLink *"),
        (#"dispatch_(?:source_\w+|activate|resume|suspend)\((?:self\.|_)(\w+)"#, "", "dispatch_source_t "),
        (#"self\.(\w+) = dispatch_source_create"#, "", "dispatch_source_t "),
        (#"self\.(\w+) = dispatch_block_create"#, "", "dispatch_block_t "),
        (#"dispatch_block_cancel\(_(\w+)"#, "", "dispatch_block_t "),
        (#"self\.(\w+) = \[\[NSThread"#, "", "NSThread *"), (#"\[_(\w+) cancel\]"#, "", "NSThread *"),
        (#"self\.(\w+)(?:\.tolerance| = \[\[?NSTimer)"#, "", "NSTimer *"),
        (#"addTimer:self\.(\w+)"#, "", "NSTimer *"),
        (#"\[(?:_|self\.)(\w+) (?:invalidate|fire|performSelector)"#, "", "NSTimer *"),
        (#"self\.(\w+) = nil"#, "", "dispatch_source_t "), (#"self\.(\w+Queue)\b"#, "", "dispatch_queue_t "),
    ]

    /// The variables that code uses, those of the class aside.
    private static func variables(_ text: String, _ language: String) -> [(name: String, type: String)] {
        var found: [(name: String, type: String)] = []
        for (use, swift, objectiveC) in uses where (language.isEmpty ? swift : objectiveC) != "" {
            guard let regex = try? Regex(use, as: (Substring, Substring).self).wordBoundaryKind(.simple) else {
                continue
            }
            for match in text.matches(of: regex) {
                let name = String(match.output.1)
                let isLocal = text.contains("let \(name) = ") || text.contains("dispatch_source_t \(name) = ")
                let isKnown = ["DispatchQueue", "queue", "worker", "self", "semaphore", "slot"].contains(
                    name)
                if !isLocal, !isKnown, !found.contains(where: { $0.name == name }) {
                    found.append((name, language.isEmpty ? swift : objectiveC))
                }
            }
        }
        return found
    }

    /// An object that is passed, other than the one that passes it.
    private static let userInfo = #"userInfo: ?(?!nil|self)(\w+)"#

    private static let stubs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Support/RemedyStubs").path

    #if canImport(FoundationEssentials)
        /// The class that remedies name, as the guide has it, for a controller.
        private static var relay: String {
            get throws {
                let guide = try String(contentsOfFile: Shipped.folder + "/guide/from-code.md", encoding: .utf8)
                let relay = try #require(guide.firstRange(of: "@MainActor final class Relay"))
                let end = try #require(guide[relay.lowerBound...].firstRange(of: "\n}\n"))
                return "class Controller: UIViewController { func tick() {} }\n"
                    + guide[relay.lowerBound..<end.upperBound].replacing("@objc ", with: "")
                    .replacing("Screen", with: "Controller").replacing("Relay", with: "GuideRelay")
            }
        }

        @Test("the Swift type-checks, before and after")
        func swift() throws {
            var text = "import Dispatch\nimport Foundation\n" + (try Self.relay)
            for (number, change) in Self.changes(\.swift).enumerated() {
                for side in ["-", "+"] as [Character] {
                    let isMember = { (line: String) in
                        ["isolated deinit", "override", "func ", "unowned", "weak var receiver"].contains {
                            line.hasPrefix($0)
                        }
                    }
                    guard let code = change.code(side, isMember: isMember) else { continue }
                    let all = (code.members + code.body).joined(separator: "\n")
                    let variables = Self.variables(all, "").map { "    var \($0.name): \($0.type)!\n" }
                    let methods = names(
                        all,
                        [
                            #"self\??\.(\w+)\(\)"#, #"#selector\((\w+)\)"#, #"[{;] (?:await )?(\w+)\(\)(?:;.*)? \}"#,
                            #"^ *(?:await )?(\w+)\(\)$"#,
                        ])
                    let takers = names(all, [#"self\??\.(\w+)\((?:timer|\$0)\)"#, #"#selector\((\w+)\(_:\)\)"#])
                    // Dispatch's protocols are of classes on Apple's systems alone, so that only there a source is held weakly.
                    let passed = names(all, [Self.userInfo]).map { "    var \($0): Any?\n" }
                    text += """
                        // \(change.name) \(side)
                        final class Screen\(number)\(side == "+" ? "After" : "Before"): Screen {
                        \(passed.joined())\(variables.joined())\(methods.map { "    nonisolated func \($0)() {}\n" }.joined())\(takers.map { "    nonisolated func \($0)(_: Any?) {}\n" }.joined())
                        \(code.members.joined(separator: "\n"))
                            func change() \(all.contains("await") ? "async throws " : ""){
                        \(code.body.joined(separator: "\n").replacing("#selector(", with: "Selector(")
                        .replacing("weak source = ", with: "source = ").replacing("on: .main, with", with: "on: nil, with"))
                            }
                        }

                        """
                }
            }
            let words = ["swiftc", "-typecheck", "-swift-version", "6", Self.stubs + "/Stubs.swift"]
            let said = try complaints("changes.swift", text, words)
            #expect(said == "")
        }
    #endif

    @Test("the Objective-C is compiled where there is a compiler for it, before and after")
    func objectiveC() throws {
        var text = "#import \"Foundation.h\"\n"
        for (number, change) in Self.changes(\.objectiveC).enumerated() {
            for side in ["-", "+"] as [Character] {
                let isMember = { (line: String) in line.hasPrefix("- (") || line.hasPrefix("@property") }
                guard let code = change.code(side, isMember: isMember) else { continue }
                let all = (code.members + code.body).joined(separator: "\n")
                let variables = Self.variables(all, "objc").map { "@property \($0.type)\($0.name);\n" }
                let methods = names(all, [#"\[(?:self|weakSelf|owner) (\w+)\]"#, #"@selector\((\w+)\)"#])
                let takers = names(all, [#"@selector\((\w+):\)"#, #"\[(?:self|weakSelf|owner) (\w+):t\]"#])
                let name = "Screen\(number)\(side == "+" ? "After" : "Before")"
                text += """
                    // \(change.name) \(side)
                    @interface \(name) : Screen
                    \(variables.joined())\(code.members.filter { $0.hasPrefix("@") }.joined(separator: "\n"))
                    @end
                    @implementation \(name)
                    \(methods.map { "- (void)\($0) {}\n" }.joined())\(takers.map { "- (void)\($0):(id)timer {}\n" }.joined())\(code.members.filter { !$0.hasPrefix("@") }.joined(separator: "\n"))
                    - (void)change:(BOOL)isDone on:(dispatch_queue_t)queue {
                    NSInvocation *invocation;\(names(all, [Self.userInfo]).map { "id \($0);" }.joined())
                    \(code.body.joined(separator: "\n"))
                    }
                    @end

                    """
            }
        }
        // The stubs stand in for Apple's headers, so that any clang will do.
        let words = [
            "clang", "-target", "x86_64-apple-macos14", "-fobjc-arc", "-fblocks", "-fsyntax-only", "-Wno-everything",
            "-I", Self.stubs,
        ]
        let said = try complaints("changes.m", text, words)
        #expect(said ?? "" == "")
    }
}
