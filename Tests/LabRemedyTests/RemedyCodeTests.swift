import Foundation
import LabAnalysis
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// The changes of code that remedies are shown as, held against compilers, before the change and after it.
@Suite("Remedies as code")
struct RemedyCodeTests {
    /// Timers, and what the code that makes them says of them.
    static let own: [(timer: String, lines: [String])] = [
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
                "Task.sleep(until: next, tolerance: .zero, clock: .continuous)", "await self.tickFired()",
                "await self?.tickFired()",
            ]
        ),
        (
            "kind = \"task-sleep\"\ninterval = \"3s\"\nrepeats = false\nclock = \"uptime\"\nswallows_cancel = true\n"
                + "strong = \"view\"",
            [
                "try? await Task.sleep(for: .seconds(3), clock: .suspending)\n-     await self.tickFired()\n+     await self?.tickFired()\n  }"
            ]
        ),
        (
            "kind = \"async-timer\"\ninterval = \"3s\"\ntolerance = \"100ms\"\nstrong = \"view\"",
            [
                "AsyncTimerSequence(interval: .seconds(3), tolerance: .seconds(0.1), clock: .continuous) { await self?.tickFired()"
            ]
        ),
        (
            "kind = \"thread-sleep\"\ninterval = \"3s\"\ndelay = \"0s\"\nstrong = \"view\"",
            [
                "+ tickThread = Thread { [weak self] in",
                "+         Task { @MainActor [weak self] in self?.tickFired() }\n          Thread.sleep(forTimeInterval: 3)\n",
                "+         [weakSelf tickFired];\n          [NSThread sleepForTimeInterval:3];\n",
            ]
        ),
        (
            "kind = \"mach-wait\"\ninterval = \"3s\"\nstrong = \"view\"",
            [
                "mach_wait_until(next)\n-         Task { @MainActor in self.tickFired() }\n+         Task { @MainActor [weak self] in self?.tickFired() }",
                "[weakSelf tickFired];",
            ]
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
        let code = try Shipped.remedies(path).report.rows.map { $0.code.swift + "\n" + $0.code.objectiveC }.joined()
        for line in own.lines { #expect(code.contains(line), "\(line)\n\(code)") }
        #expect(!code.contains("0.0166"))
    }

    @Test("a timer keeps its own first date and its modes in the code that mends it")
    func keepsItsDate() throws {
        let timer = "duration = \"5s\"\n[[timer]]\nid = \"tick\"\ninterval = \"1s\"\nrepeats = true\n"
        let folder = try ScratchFolder()
        let path = try folder.write("own.toml", timer + Self.delayed("strong = \"view\""))
        let rows = try Shipped.remedies(path).report.rows
        let weak = try #require(rows.first { $0.name == "weak capture" })
        for sign in ["-", "+"] {
            #expect(
                weak.code.swift.contains("\(sign) tickTimer = Timer(fire: Date() + 0.5, interval: 1, repeats: true) {"))
        }
        #expect(!weak.code.swift.contains("RunLoop.main.add") && !weak.code.objectiveC.contains("NSRunLoop"))
    }

    @Test("a loop on main is in no block, so that it names self without a weak reference")
    func isInNoBlock() throws {
        let timer = { (id: String, kind: String) in
            "[[timer]]\nid = \"\(id)\"\nkind = \"\(kind)\"\ninterval = \"1s\"\nrepeats = true\n"
                + "do = [{ work = \"9ms\" }]\n"
        }
        let folder = try ScratchFolder()
        let path = try folder.write(
            "main.toml",
            "duration = \"9s\"\n" + timer("fade", "thread-sleep\"\nthread = \"main") + timer("clock", "nstimer"))
        let code = try #require(try Shipped.remedies(path).report.rows.first?.code)
        #expect(code.swift.contains("-     self.fadeFired()"))
        #expect(code.objectiveC.contains("-     [self fadeFired];"))
    }

    @Test("each remedy there is was tried")
    func complete() {
        let names = Set(Self.tried.map { $0.name.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces) })
        #expect(Set(Remedy.all.map(\.name)).subtracting(names).isEmpty)
    }

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

        @Test("the Swift compiles in a class of the main actor with ordinary methods, in Swift 6 and in Swift 5")
        func swift() throws {
            let head = "import Dispatch\nimport Foundation\n" + (try Self.relay)
            // Before the change it is whatever the user has.
            for (side, version) in [("-", "5"), ("+", "5"), ("+", "6")] as [(Character, String)] {
                // Type checking alone does not see what is sent to another actor.
                let words = [
                    "swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-swift-version", version, "-parse-as-library",
                    Self.stubs + "/Stubs.swift",
                ]
                let text = head + classes(side)
                let said = try complaints("changes.swift", text, words)
                #expect(said == "", "\(side)")
                if side == "+", version == "6" {
                    let broken = text.replacing(#/MainActor\.assumeIsolated \{ (.*?) \}/#) { $0.output.1 }
                    #expect(try complaints("changes.swift", broken, words) != "", "a template that is broken is found")
                }
            }
        }

        private func classes(_ side: Character) -> String {
            var text = ""
            for (number, change) in Self.changes(\.code.swift).enumerated() {
                do {
                    let isMember = { (line: String) in
                        [
                            "isolated deinit", "override", "func ", "unowned", "weak var receiver", "weak var display",
                            "lazy var",
                        ]
                        .contains { line.hasPrefix($0) } || line.hasPrefix("var ") && line.hasSuffix("?")
                    }
                    guard let code = change.code(side, isMember: isMember) else { continue }
                    let all = (code.members + code.body).joined(separator: "\n")
                    let known = Self.variables(all, "")
                    let others = known.filter { $0.type == "OtherObject" }.map { "let \($0.name) = OtherObject()\n" }
                    let variables = known.filter { $0.type != "OtherObject" }.map {
                        "    \(side == "-" ? "nonisolated(unsafe) " : "")var \($0.name): \($0.type)!\n"
                    }
                    let methods = names(
                        all,
                        [
                            #"self\??\.(\w+)\(\)"#, #"#selector\((\w+)\)"#, #"[{;] (?:await )?(\w+)\(\)(?:;.*)? \}"#,
                            #"^ *(?:await )?(\w+)\(\)$"#,
                        ])
                    let takers = names(all, [#"self\??\.(\w+)\((?:timer|\$0|result)\)"#, #"#selector\((\w+)\(_:\)\)"#])
                    // Dispatch's protocols are of classes on Apple's systems alone, so that only there a source is held weakly.
                    let passed = names(all, Self.userInfo).map { "    var \($0): Any?\n" }
                    text += """
                        // \(change.name) \(side)
                        final class Screen\(number)\(side == "+" ? "After" : "Before"): Screen {
                        \(passed.joined())\(variables.joined())\(methods.map { "    func \($0)() {}\n" }.joined())\(takers.map { "    func \($0)(_: Any?) {}\n" }.joined())
                        \(code.members.joined(separator: "\n"))
                            func change() \(all.contains("await") ? "async throws " : ""){
                                let n = 0
                        \(others.joined())\(code.body.joined(separator: "\n")
                        .replacing("weak source = ", with: "source = ").replacing("on: .main, with", with: "on: nil, with"))
                            }
                        }

                        """
                    // A task may be that of an actor: what captures self weakly there has to await its methods.
                    if all.contains("= Task"), !all.contains("super.") {
                        text += """
                            actor Actor\(number)\(side == "+" ? "After" : "Before") {
                                var isBusy = false
                                func show(_ result: Int) {}
                            \(variables.joined())\(methods.map { "    func \($0)() {}\n" }.joined())\(code.members.joined(separator: "\n"))
                                func change() async throws {
                            \(code.body.joined(separator: "\n"))
                                }
                            }

                            """
                    }
                }
            }
            return text.replacing(#/#selector\(([^()]*(?:\([^)]*\))?)\)/#) { "Selector(\"\($0.output.1)\")" }
        }
    #endif

    @Test("the Objective-C is compiled where there is a compiler for it, before and after")
    func objectiveC() throws {
        var text = "#import \"Foundation.h\"\n"
        for (number, change) in Self.changes(\.code.objectiveC).enumerated() {
            for side in ["-", "+"] as [Character] {
                let isMember = { (line: String) in line.hasPrefix("- (") || line.hasPrefix("@property") }
                guard let code = change.code(side, isMember: isMember) else { continue }
                let all = (code.members + code.body).joined(separator: "\n")
                let variables = Self.variables(all, "objc").map { "@property \($0.type)\($0.name);\n" }
                let methods = names(all, [#"\[(?:self|weakSelf|owner) (\w+)\]"#, #"@selector\((\w+)\)"#])
                let takers = names(all, [#"@selector\((\w+):\)"#, #"\[(?:self|weakSelf|owner) (\w+):(?:t|result)\]"#])
                let name = "Screen\(number)\(side == "+" ? "After" : "Before")"
                text += """
                    // \(change.name) \(side)
                    @interface \(name) : Screen
                    \(variables.joined())\(code.members.filter { $0.hasPrefix("@") }.joined(separator: "\n"))
                    @end
                    @implementation \(name)
                    \(methods.map { "- (void)\($0) {}\n" }.joined())\(takers.map { "- (void)\($0):(id)timer {}\n" }.joined())\(code.members.filter { !$0.hasPrefix("@") }.joined(separator: "\n"))
                    - (void)change:(BOOL)isDone on:(dispatch_queue_t)queue {
                    NSInvocation *invocation; NSDate *date; int n = 0;\(names(all, Self.userInfo).map { "id \($0);" }.joined())
                    \(code.body.joined(separator: "\n"))
                    }
                    @end

                    """
            }
        }
        // The stubs stand in for Apple's headers, so that any clang will do.
        let words = [
            "clang", "-target", "x86_64-apple-macos14", "-fobjc-arc", "-fblocks", "-fsyntax-only", "-Wno-everything",
            "-Werror=implicit-retain-self", "-I", Self.stubs,
        ]
        let said = try complaints("changes.m", text, words)
        #expect(said ?? "" == "")
    }
}
