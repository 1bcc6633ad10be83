import LabCatalogue
import LabScenarioModel
import LabSteps
import Testing

@testable import LabScenarioLanguage

@Suite("Names of code in a scenario")
struct SpellingTests {
    private static let spelledModes = ModeName.spellings.flatMap { mode, names in names.map { ($0, mode) } }
    private static let spelledKinds = TimerKind.allCases.flatMap { kind in kind.row.spellings.map { ($0, kind) } }

    private func plan(_ text: String) throws -> ScenarioPlan {
        let reading = ScenarioReader.read(bytes: Array(text.utf8))
        #expect(reading.diagnostics == [])
        return try #require(reading.plan)
    }

    @Test("the names that articles use are known")
    func known() {
        let modes = Dictionary(uniqueKeysWithValues: SpellingTests.spelledModes)
        for name in ["NSDefaultRunLoopMode", "kCFRunLoopDefaultMode", ".default", "RunLoop.Mode.default"] {
            #expect(modes[name] == .default)
        }
        for name in ["NSRunLoopCommonModes", "kCFRunLoopCommonModes", "commonModes", ".common", "RunLoop.Mode.common"] {
            #expect(modes[name] == .common)
        }
        for name in ["UITrackingRunLoopMode", "NSEventTrackingRunLoopMode", ".tracking", ".eventTracking"] {
            #expect(modes[name] == .tracking)
        }
        for name in ["NSModalPanelRunLoopMode", ".modalPanel", "RunLoop.Mode.modalPanel"] {
            #expect(modes[name] == .modalPanel)
        }
        let kinds = Dictionary(uniqueKeysWithValues: SpellingTests.spelledKinds)
        let expected: [(String, TimerKind)] = [
            ("Timer", .nstimer), ("NSTimer", .nstimer), ("CADisplayLink", .displayLink), ("DispatchSourceTimer", .gcd),
            ("dispatch", .gcd), ("asyncAfter", .after), ("Timer.publish", .combine), ("Task.sleep", .taskSleep),
        ]
        for (name, kind) in expected { #expect(kinds[name] == kind) }
    }

    @Test("a mode's name of code means the mode wherever a mode is written", arguments: spelledModes)
    func modes(name: String, mode: ModeName) throws {
        let plan = try plan(
            """
            duration = "5s"
            [device]
            common_modes = ["tracking", "\(name)"]
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            modes = ["\(name)", "default"]
            [[observer]]
            activities = ["entry"]
            modes = "\(name)"
            [[source]]
            id = "port"
            modes = "\(name)"
            [[event]]
            at = "1s"
            do = [
              { add = "tick", modes = ["\(name)"] },
              { perform_block = [], modes = "\(name)" },
              { perform = "later", after = "1s", in_modes = "\(name)" },
              { add_common_mode = "\(name)" },
              { run_loop = { before = "2s", mode = "\(name)" } },
              { run_loop = { in_mode = "\(name)", for = "1s" } },
              { mode = "tracking", for = "1s" },
            ]
            """)
        #expect(plan.device.commonModes == [.tracking, mode])
        #expect(plan.timers.map(\.modes) == [[mode, .default]])
        #expect(plan.observers.map(\.modes) == [[mode]])
        #expect(plan.sources.map(\.modes) == [[mode]])
        #expect(plan.events.flatMap(\.steps).dropLast().map(\.namedModes) == Array(repeating: [mode], count: 6))
    }

    @Test(
        "a mode that only AppKit has makes the scenario a Mac's, and its modal panel's mode a common one",
        arguments: [
            ("modal", true), ("NSModalPanelRunLoopMode", true), (".modalPanel", true), (".eventTracking", true),
            ("NSEventTrackingRunLoopMode", true), ("tracking", false), ("UITrackingRunLoopMode", false),
        ])
    func appKit(name: String, isMac: Bool) throws {
        func common(_ device: String) throws -> [ModeName] {
            try plan(
                "duration = \"5s\"\n\(device)\n[[event]]\nat = \"1s\"\ndo = [{ mode = \"\(name)\", for = \"1s\" }]\n"
            ).device.commonModes
        }
        #expect(try common("") == (isMac ? [.tracking, .modalPanel] : [.tracking]))
        #expect(try common("[device]\nplatform = \"ios\"") == [.tracking])
        #expect(try common("[device]\nplatform = \"macos\"") == [.tracking, .modalPanel])
        #expect(try common("[device]\nprofile = \"mac\"") == [.tracking, .modalPanel])
        #expect(try common("[device]\ncommon_modes = [\"private\"]") == [ModeName("private")])
    }

    @Test("a drag can be written with the constant's name")
    func drag() throws {
        let text =
            "duration = \"5s\"\n[[event]]\nat = \"1s\"\ndo = [{ mode = \"UITrackingRunLoopMode\", for = \"1s\" }]"
        #expect(try plan(text).modesRun == [.default, .tracking])
    }

    @Test("a mechanism's name of code means the mechanism", arguments: spelledKinds)
    func kinds(name: String, kind: TimerKind) throws {
        let interval = kind == .displayLink ? "" : "interval = \"1s\""
        let text = "duration = \"5s\"\n[[timer]]\nid = \"tick\"\nkind = \"\(name)\"\n\(interval)"
        #expect(try plan(text).timers.map(\.kind) == [kind])
    }

    @Test("verbs know a mechanism by its name of code")
    func verbs() throws {
        let text = """
            duration = "5s"
            [[timer]]
            id = "tick"
            kind = "DispatchSourceTimer"
            interval = "1s"
            [[event]]
            at = "1s"
            do = [{ suspend = "tick" }]
            """
        #expect(try plan(text).timers.map(\.kind) == [.gcd])
    }

    @Test("the reference and the JSON schema have every name")
    func documented() {
        let page = ScenarioReference.markdown()
        let schema = ScenarioReference.jsonSchema()
        for name in SpellingTests.spelledModes.map(\.0) + SpellingTests.spelledKinds.map(\.0) {
            #expect(page.contains("`\"\(name)\"`"), "\(name)")
            #expect(schema.contains("\"\(name)\""), "\(name)")
        }
    }
}

@Suite("Modes that nothing runs")
struct ModeNeverRunTests {
    private func warnings(_ lines: String) -> [String] {
        ScenarioReader.read(bytes: Array(("duration = \"5s\"\n" + lines).utf8)).diagnostics
            .map { "\($0.severity) \($0.code): \($0.help ?? "")" }
    }

    private func timer(_ modes: String) -> String {
        "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"1s\"\nmodes = \(modes)\n"
    }

    private let drag = "[[event]]\nat = \"1s\"\ndo = [{ mode = \"tracking\", for = \"1s\" }]\n"

    @Test(
        "a misspelt mode is a warning with the nearest name",
        arguments: [
            ("defualt", "default"), ("NSRunLoopCommonMode", "NSRunLoopCommonModes"), ("Common", "common"),
            ("UITrackingRunLoopModes", "UITrackingRunLoopMode"), (".defaults", ".default"), ("sheets", "sheet"),
        ])
    func nearest(written: String, meant: String) {
        let sheet = "[[event]]\nat = \"1s\"\ndo = [{ mode = \"sheet\", for = \"1s\" }]\n"
        #expect(
            warnings(timer("[\"\(written)\", \"default\"]") + sheet) == ["warning TL1308: did you mean \"\(meant)\"?"])
    }

    @Test("one that is like no other lists what is run")
    func unlike() {
        let told = warnings(timer("\"com.example.panel\"") + drag)
        #expect(told.count == 1)
        #expect(told.first?.contains("run here: \"default\", \"tracking\";") ?? false)
    }

    @Test("a timer for tracking alone is one without a drag, and none with it")
    func tracking() {
        #expect(warnings(timer("\"tracking\"")).count == 1)
        #expect(warnings(timer("\"tracking\"") + drag) == [])
    }

    @Test(
        "what a scenario may well mean is none",
        arguments: [
            "\"default\"", "\"common\"", "[\"default\", \"tracking\"]", "[\"common\", \"NSDefaultRunLoopMode\"]",
        ])
    func meant(modes: String) {
        #expect(warnings(timer(modes)) == [])
    }

    @Test("a mode that some run call names is run, on whichever thread and however deep the step is")
    func run() {
        let worker = """
            [[thread]]
            id = "worker"
            do = [{ repeat = 2, do = [{ run_loop = { in_mode = "com.example.panel", for = "1s" } }] }]
            """
        #expect(warnings(timer("\"com.example.panel\"") + worker) == [])
    }

    @Test("the common set may have modes that nothing runs, but not misspelt ones")
    func commonSet() {
        #expect(warnings("[device]\ncommon_modes = [\"tracking\", \"modal\"]\n") == [])
        #expect(
            warnings("[device]\ncommon_modes = [\"traking\"]\n") == ["warning TL1308: did you mean \"tracking\"?"])
    }

    @Test("a scenario with mistakes is told of those first")
    func mistakes() {
        #expect(warnings(timer("\"defualt\"") + "[[event]]\nat = 1\ndo = []\n").allSatisfy { $0.hasPrefix("error") })
    }
}
