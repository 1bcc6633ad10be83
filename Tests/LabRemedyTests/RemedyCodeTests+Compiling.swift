import Foundation
import LabAnalysis
import LabCatalogue
import LabReports
import LabTestBench
import LabTestFolders
import Synchronization
import Testing

@testable import LabWorkbench

/// What was tried, and what a compiler has to be told beside its code.
extension RemedyCodeTests {
    /// A remedy's change in one language.
    struct Change: Hashable {
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
    static let tried: [RemedyReport.Row] = {
        let shipped = Shipped.listings.map(\.path)
        let folder = try? ScratchFolder()
        let examples = FindingCode.allCases.flatMap { (try? Shipped.remedies(of: $0).report.rows) ?? [] }
        let suspended = try? folder?.write(
            "pairs.toml",
            FindingCode.suspended.example.replacing("active = false", with: "")
                + "\n[[event]]\nat = \"0.5s\"\ndo = [{ suspend = \"tick\" }, { suspend = \"tick\" }]\n"
                + "[[event]]\nat = \"1.5s\"\ndo = [{ resume = \"tick\" }]\n")
        let timer = "duration = \"5s\"\n[[timer]]\nid = \"tick\"\ninterval = \"1s\"\nrepeats = true\n"
        let offMain = try? folder?.write(
            "queue.toml", timer + "kind = \"gcd\"\nleeway = \"100ms\"\ndo = [{ work = \"1500ms\" }]\n")
        let decoding = try? folder?.write(
            "decoding.toml",
            timer + "kind = \"nstimer\"\n[[timer]]\nid = \"decode\"\nkind = \"task-sleep\"\ninterval = \"2s\"\n"
                + "do = [{ work = \"1500ms\" }]\n")
        let published = try? folder?.write(
            "published.toml",
            timer.replacing("repeats = true", with: "kind = \"combine\"") + Toml.event("2.4s", #"{ work = "20s" }"#))
        let once = try? folder?.write(
            "once.toml",
            timer.replacing("repeats = true", with: "kind = \"nstimer\"") + "[[expect]]\ntimer = \"tick\"\nfired = 4\n")
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
        let swallowed = try? folder?.write(
            "swallowed.toml",
            FindingCode("TL0317").example + "\n[[expect]]\ntimer = \"tick\"\nfired = 2\n")
        let posted = try? folder?.write(
            "posted.toml",
            kept("kind = \"nstimer\"\ninterval = \"1s\"\n[[event]]\nat = \"1s\"")
                + "\ndo = [{ async_after = \"9s\", queue = \"main\", strong = \"view\", do = [{ work = \"1ms\" }] }]\n")
        let owned = Self.own.enumerated().compactMap { index, own in
            try? folder?.write("own\(index).toml", kept(own.timer))
        }
        let bugs = EverydayBug.allCases.map(\.path) + others
        let mac = try? folder?.write(
            "mac.toml",
            "duration = \"5s\"\ndevice.profile = \"mac\"\n[[object]]\nid = \"it\"\nclass = \"ChartViewController\"\n"
                + "held_by = \"navigation\"\n[[timer]]\nid = \"tick\"\nkind = \"displaylink\"\ntarget = \"it\"\n"
                + Toml.event("3.5s", #"{ pop = "it" }"#))
        let written: [String?] =
            [mac] + bugs + [
                decoding, published, once, task, suspended, offMain, message, target, block, swallowed, posted,
            ]
        let explained = FindingCode.allCases.compactMap { rule -> RemedyReport.Row? in
            guard let swift = Shipped.code(of: rule).first else { return nil }
            var row = RemedyReport.Row(figures: .init())
            row.name = "explained"
            let lines = swift.split(separator: "\n").map { "+- ".contains($0.prefix(1)) ? "\($0)" : "+ \($0)" }
            row.code = CodeChange(swift: lines.joined(separator: "\n"))
            return row
        }
        let own = (owned + written.compactMap(\.self)).flatMap {
            (try? Shipped.remedies($0).report.rows) ?? []
        }
        return explained + own + shipped.flatMap { (try? Shipped.remedies($0).report.rows) ?? [] } + examples
    }()

    /// The scenarios of a folder of one's own, `LAB_REMEDY_SCENARIOS=FOLDER`, whose remedies are all compiled.
    static let others: [String] = {
        guard let folder = ProcessInfo.processInfo.environment["LAB_REMEDY_SCENARIOS"] else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".toml") }.sorted().map { folder + "/" + $0 }
    }()

    static func delayed(_ callback: String) -> String {
        """
        kind = "nstimer"
        delay = "500ms"
        modes = ["common"]
        \(callback)
        \(Toml.object("view", by: "navigation"))
        \(Toml.event("2s", #"{ pop = "view" }"#))
        """
    }

    /// A screen that goes while a timer keeps it.
    static func kept(_ timer: String) -> String {
        """
        duration = "8s"
        \(Toml.object("view", by: "navigation"))
        \(Toml.event("2s", #"{ pop = "view" }"#))
        [[timer]]
        id = "tick"
        \(timer)
        """
    }

    static func changes(_ text: (RemedyReport.Row) -> String) -> [Change] {
        // Of each remedy a few for each mechanism.
        var count: [String: Int] = [:]
        var seen: Set<String> = []
        return tried.map { Change(name: String($0.name.prefix { $0 != "(" }), text: text($0)) }.filter { change in
            let key = change.name + change.text.prefix { $0 != "(" && $0 != "=" }
            count[key, default: 0] += 1
            return count[key, default: 0] <= (others.isEmpty ? 3 : .max) && seen.insert(change.text).inserted
        }
    }

    /// The patterns that were compiled, which takes longer than to match them.
    private static let patterns = Mutex<[String: Regex<(Substring, Substring)>]>([:])

    /// What the group of a pattern matches in a text.
    private static func words(in text: String, by pattern: String) -> [String] {
        patterns.withLock { patterns in
            let known = patterns[pattern]
            guard
                let regex = known
                    ?? (try? Regex(pattern, as: (Substring, Substring).self).anchorsMatchLineEndings()
                        .wordBoundaryKind(.simple))
            else { return [] }
            patterns[pattern] = regex
            return text.matches(of: regex).map { String($0.output.1) }
        }
    }

    func names(_ text: String, _ patterns: [String]) -> [String] {
        let found = patterns.flatMap { Self.words(in: text, by: $0) }
        return Set(found).subtracting([
            "compute", "invalidate", "mach_absolute_time", "scheduledTimer", "makeTimerSource",
        ])
        .sorted()
    }

    /// What the compiler says of a text beside the stubs; nil where there is no such compiler.
    func complaints(_ name: String, _ text: String, _ words: [String]) throws -> String? {
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
    static let uses: [(use: String, swift: String, objectiveC: String)] = [
        (#"(\w+) = (?:CADisplayLink|(?:view\.)?displayLink\()"#, "CADisplayLink", ""),
        (#"(\w+)\.targetTimestamp"#, "CADisplayLink", ""),
        (#"(\w+)\.timeIntervalSinceNow"#, "Date", ""), (#"\{ (\w+)\.invalidate\(\)"#, "Timer", ""),
        (#"(\w+)\??\.(?:add\(to|preferredFrame|isPaused)"#, "CADisplayLink", ""),
        (
            #"(\w+)\??\.(?:schedule\(|setEventHandler|setCancelHandler|activate|resume|suspend)"#,
            "DispatchSourceTimer", ""
        ),
        (#"(\w+) = DispatchSource\."#, "DispatchSourceTimer", ""),
        (#"(\w+) = Timer\.publish"#, "AnyCancellable", ""), (#"(\w+) = Task[ .]"#, "Task<Void, any Error>", ""),
        (#"(\w+) = Thread "#, "Thread", ""), (#"(\w+) = DispatchWorkItem"#, "DispatchWorkItem", ""),
        (#"(\w+)\.(?:append\(DispatchWorkItem|forEach \{ \$0\.cancel|removeAll\()"#, "[DispatchWorkItem]", ""),
        (#"for \(id t in _(\w+)"#, "", "NSMutableArray *"), (#"self\.(\w+)\[n\]"#, "", "NSMutableArray *"),
        (#"return (\w+)\.invalidate"#, "Timer", ""), (#"(\w+)\.invalidate\(\)  // the one"#, "Timer", ""),
        (#"(\w+) = (?:\.scheduledTimer|Timer\()"#, "Timer", ""),
        (#"\.add\((\w+)!"#, "Timer", ""), (#"\.add\((\w+Port),"#, "Port", ""),
        (#"addPort:self\.(\w+)"#, "", "NSPort *"),
        (#"(\w+)\?\.(?:invalidate|tolerance|perform|fire)"#, "Timer", ""), (#"(\w+)\?\.cancel\(\)"#, "Thread", ""),
        (#"on: (\w+),"#, "Thread", ""), (#"onThread:self\.(\w+)"#, "", "NSThread *"),
        (#"CFRunLoop(?:WakeUp|Stop)\(((?!worker)\w+Loop)\)"#, "CFRunLoop", ""),
        (#"CFRunLoop(?:WakeUp|Stop)\(self\.((?!worker)\w+)\)"#, "", "CFRunLoopRef "),
        (#"\b([a-z]\w*Queue)\b"#, "DispatchQueue", ""),
        (#"self\.(\w+) = \[(?:CADisplayLink|self(?:\.view)? displayLink)"#, "", "CADisplayLink *"),
        (#"self\.(\w+)(?:\.(?:preferredFrame|paused)| addToRunLoop)"#, "", "CADisplayLink *"),
        (#"dispatch_(?:source_\w+|activate|resume|suspend)\((?:self\.|_)(\w+)"#, "", "dispatch_source_t "),
        (#"self\.(\w+) = dispatch_source_create"#, "", "dispatch_source_t "),
        (#"self\.(\w+) = dispatch_block_create"#, "", "dispatch_block_t "),
        (#"dispatch_block_cancel\(_(\w+)"#, "", "dispatch_block_t "),
        (#"self\.(\w+) = \[\[NSThread"#, "", "NSThread *"), (#"\[_(\w+) cancel\]"#, "", "NSThread *"),
        (#"self\.(\w+)(?:\.(?:tolerance|fireDate)| = \[\[?NSTimer)"#, "", "NSTimer *"),
        (#"NSTimer \*(\w+) = "#, "", "NSTimer *"), (#"CADisplayLink \*(\w+) = "#, "", "CADisplayLink *"),
        (#"addTimer:self\.(\w+)"#, "", "NSTimer *"), (#"\[weakSelf\.(\w+) setFireDate"#, "", "NSTimer *"),
        (#"\[(?:_|self\.)(\w+) (?:invalidate|fire|performSelector)"#, "", "NSTimer *"),
        (#"(\w+)\.\w+ = self;?  // a weak property"#, "WeakProxy", "WeakProxy *"),
        (#"(\w+) = nil"#, "Timer", ""), (#"self\.(\w+) = nil"#, "", "dispatch_source_t "),
        (#"self\.(\w+Queue)\b"#, "", "dispatch_queue_t "), (#"\[weak ((?!self)\w+)\]"#, "OtherObject", ""),
        (#"\{ (screen)\."#, "OtherObject", ""), (#"target: (?:\w+\()?((?!self)\w+)\)?,"#, "OtherObject", ""),
        (#"execute: (\w+)!"#, "DispatchWorkItem", ""),
        (#"endBackgroundTask\(self\.(\w+)\)"#, "UIBackgroundTaskIdentifier", ""),
        (#"endBackgroundTask:self\.(\w+)"#, "", "UIBackgroundTaskIdentifier "),
        (#"dispatch_after\(.*self\.(\w+)\);"#, "", "dispatch_block_t "),
    ]

    /// The variables that code uses, those of the class aside.
    static func variables(_ text: String, _ language: String) -> [(name: String, type: String)] {
        var found: [(name: String, type: String)] = []
        for (use, swift, objectiveC) in uses where (language.isEmpty ? swift : objectiveC) != "" {
            for name in words(in: text, by: use) {
                let known = text.replacing("nonisolated(unsafe) let", with: "")
                let isLocal =
                    known.contains("let \(name) = ") || known.contains("var \(name):")
                    || known.contains("lazy var \(name) ") || text.contains("dispatch_source_t \(name) = ")
                let isKnown = ["DispatchQueue", "queue", "worker", "backgroundTask", "self", "semaphore", "slot"]
                    .contains(
                        name)
                let isStored = text.contains("self.\(name) = \(name)")
                if !isLocal || isStored, !isKnown, !found.contains(where: { $0.name == name }) {
                    found.append((name, language.isEmpty ? swift : objectiveC))
                }
            }
        }
        return found
    }

    /// Objects other than the one with the code: that are passed, one or the two of a list, or referred to.
    static let userInfo = [
        #"userInfo: ?(?!nil|self)(\w+)"#, #"userInfo: ?@?\[(?!self)(\w+)"#, #"userInfo: ?@?\[\w+, (?!self)(\w+)"#,
        #"\[(screen) "#, #"target:(?!self|weakSelf)(\w+) "#, #"typeof\((?!self)(\w+)\)"#,
    ]

    static let stubs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Support/RemedyStubs").path
}
