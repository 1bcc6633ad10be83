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
        let shipped = [
            "drag-and-animation", "mach-wait", "leeway-at-its-end", "lifetime-gcd", "main-queue-and-run-loop",
            "lifetime-display-link", "polling-task-keeps-the-view-model", "metronome-loses-a-beat-a-minute",
            "drawing-stops-while-scrolling",
        ]
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
        let written: [String?] = [task, suspended, offMain, message, target, block]
        return (written.compactMap(\.self) + shipped + examples).flatMap {
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

    @Test("a timer keeps its own first date and its modes in the code that mends it")
    func keepsItsDate() throws {
        let timer = "duration = \"5s\"\n[[timer]]\nid = \"tick\"\ninterval = \"1s\"\nrepeats = true\n"
        let folder = try ScratchFolder()
        let path = try folder.write("own.toml", timer + Self.delayed("strong = \"view\""))
        let rows = try Shipped.workbench.remedies(path).report.rows
        let weak = try #require(rows.first { $0.name == "weak capture" })
        for sign in ["-", "+"] {
            #expect(weak.swift.contains("\(sign) tickTimer = Timer(fire: Date() + 0.5, interval: 1, repeats: true) {"))
            #expect(weak.swift.contains("\(sign) RunLoop.main.add(tickTimer!, forMode: .common)"))
            let added = "[NSRunLoop.mainRunLoop addTimer:self.tickTimer forMode:NSRunLoopCommonModes];"
            #expect(weak.objectiveC.contains("\(sign) \(added)"))
        }
    }

    private static func changes(_ text: (RemedyReport.Row) -> String) -> [Change] {
        var count: [String: Int] = [:]
        return tried.map { Change(name: String($0.name.prefix { $0 != "(" }), text: text($0)) }.filter { change in
            count[change.name, default: 0] += 1
            return count[change.name, default: 0] <= 3
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
        return Set(found).subtracting(["compute", "invalidate", "Timer", "scheduledTimer"]).sorted()
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

    private static let stubs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Support/RemedyStubs").path

    #if canImport(FoundationEssentials)
        @Test("the Swift type-checks, before and after")
        func swift() throws {
            var text = "import Dispatch\nimport Foundation\n"
            for (number, change) in Self.changes(\.swift).enumerated() {
                for side in ["-", "+"] as [Character] {
                    let isMember = { (line: String) in
                        ["isolated deinit", "override", "func ", "unowned", "weak var receiver"].contains {
                            line.hasPrefix($0)
                        }
                    }
                    guard let code = change.code(side, isMember: isMember) else { continue }
                    let all = (code.members + code.body).joined(separator: "\n")
                    let variables = names(all, [#"\b(\w+(?:TimerSource|TimerLink|Timer|Subscription))\b"#]).map {
                        name in
                        let type =
                            name.hasSuffix("Source")
                            ? "DispatchSourceTimer"
                            : name.hasSuffix("Link")
                                ? "CADisplayLink" : name.hasSuffix("Subscription") ? "AnyCancellable" : "Timer"
                        return "    var \(name): \(type)!\n"
                    }
                    let methods = names(
                        all,
                        [
                            #"self\??\.(\w+)\(\)"#, #"#selector\((\w+)\)"#, #"[{;] (\w+)\(\)(?:;.*)? \}"#,
                            #"^ *(\w+)\(\)$"#,
                        ])
                    let takers = names(all, [#"self\??\.(\w+)\((?:timer|\$0)\)"#, #"#selector\((\w+)\(_:\)\)"#])
                    text += """
                        // \(change.name) \(side)
                        final class Screen\(number)\(side == "+" ? "After" : "Before"): Screen {
                        \(variables.joined())\(methods.map { "    nonisolated func \($0)() {}\n" }.joined())\(takers.map { "    nonisolated func \($0)(_: Any?) {}\n" }.joined())
                        \(code.members.joined(separator: "\n"))
                            func change() \(all.contains("await") ? "async throws " : ""){
                        \(code.body.joined(separator: "\n").replacing("#selector(", with: "Selector("))
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
                let variables = names(all, [#"(?:self\.|_)(\w+(?:TimerSource|TimerLink|Timer))\b"#]).map { name in
                    let type =
                        name.hasSuffix("Source")
                        ? "dispatch_source_t " : name.hasSuffix("Link") ? "CADisplayLink *" : "NSTimer *"
                    return "@property \(type)\(name);\n"
                }
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
