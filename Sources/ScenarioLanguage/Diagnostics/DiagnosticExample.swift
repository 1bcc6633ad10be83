extension DiagnosticCode {
    /// The smallest piece of a scenario that holds the mistake; put `duration = "5s"` before it to read it as a file.
    public var example: String {
        switch self {
        case .unknownKey: nstimer("tick", "intervall = \"1s\"")
        case .missingKey: "[[event]]\ndo = [{ background = true }]"
        case .keyDoesNotApply: nstimer("tick", "interval = \"1s\"", "queue = \"main\"")
        case .wrongTableForm: "[timer]\nid = \"tick\""
        case .conflictingKeys: "[[timer]]\nid = \"link\"\nkind = \"displaylink\"\nfps = 30\nframe_interval = 2"
        case .tooMany: (0...DiagnosticCollector.limit).map { "k\($0) = 1" }.joined(separator: "\n")
        case .wrongType: nstimer("tick", "interval = \"1s\"", "repeats = \"yes\"")
        case .bareNumber: nstimer("tick", "interval = 1")
        case .malformedNumber: nstimer("tick", "interval = \"soon\"")
        case .missingUnit: nstimer("tick", "interval = \"250\"")
        case .unknownUnit: nstimer("tick", "interval = \"2 seconds\"")
        case .timeOutOfRange: "[[event]]\nat = \"-1s\"\ndo = []"
        case .unknownWord: "[[timer]]\nid = \"tick\"\nkind = \"timer\"\ninterval = \"1s\""
        case .numberOutOfRange: nstimer("tick", "interval = \"1s\"", "copies = 0")
        case .badQuantiles: "[device]\nwork = { p0 = 1.1, p100 = 0.9 }"
        case .badLogField: "[[event]]\nat = \"1s\"\ndo = [{ log = \"{weekday}\" }]"
        case .unknownProfile: "[device]\nprofile = \"typewriter\""
        case .emptyValue: "[[object]]\nid = \"\""
        case .divisionByZero: nstimer("tick", "interval = \"1/0s\"")
        case .tooManyParts:
            nstimer("a", "interval = \"1s\"", "copies = 249_999") + "\n[[object]]\nid = \"b\"\n[[object]]\nid = \"c\""
        case .duplicateID: "[[object]]\nid = \"a\"\n[[object]]\nid = \"a\""
        case .unknownID: "[compare]\ntimer = \"tick\""
        case .wrongPart: "[[object]]\nid = \"a\"\n[compare]\ntimer = \"a\""
        case .reservedID: "[[object]]\nid = \"main\""
        case .malformedID: "[[object]]\nid = \"a[0]\""
        case .badCopy: nstimer("tick", "interval = \"1s\"") + "\n[[expect]]\ntimer = \"tick[0]\"\nfired = 1"
        case .selfReference: "[[object]]\nid = \"a\"\nproxy = \"object\"\nforwards_to = \"a\""
        case .modeNeverRun: nstimer("tick", "interval = \"1s\"", "modes = [\"defualt\"]")
        case .unknownVerb: event("{ jump = true }")
        case .emptyStep: event("{}")
        case .verbNotFirst: event("{ when = { cancelled = \"w\" }, background = true }") + "\n[[thread]]\nid = \"w\""
        case .twoVerbs: event("{ background = true, foreground = true }")
        case .impossiblePlace: "[[object]]\nid = \"a\"\ndealloc = [{ mode = \"tracking\", for = \"1s\" }]"
        case .wrongMechanism: nstimer("tick", "interval = \"1s\"") + "\n" + event("{ suspend = \"tick\" }")
        case .endlessSteps: nstimer("tick", "interval = \"1s\"", "do = [{ fire = \"tick\" }]")
        case .noOwnTimer: event("{ log = \"{n}\" }")
        case .incompleteStep: nstimer("tick", "interval = \"1s\"") + "\n" + event("{ set_fire_date = \"tick\" }")
        case .neverMade: nstimer("tick", "interval = \"1s\"", "do = [{ create = \"tick\" }]")
        case .unknownStatistic: expectation("lateness = { p42 = \"< 1ms\" }")
        case .badComparison: expectation("fired = \"some\"")
        case .wrongSubject: "[[expect]]\nskipped = 0"
        case .unknownFinding: "[[expect]]\nfinding = \"TL0999\""
        case .badLane: expectation("timeline = { step = \"1s\", lane = \"-?\" }")
        case .nothingPromised: "[[expect]]"
        case .badGuard: nstimer("tick", "interval = \"1s\"") + "\n[guard]\n\"tick.skipped\" = \"a bit\""
        case .emptyRange: expectation("interval = { p50 = \"2s … 1s\" }")
        case .badFirings: expectation("firings = [\"2s\", \"1s\"]")
        case .badFingerprint: "[[expect]]\nfingerprint = \"?\""
        case .oldFigure: expectation("corrected_lateness = { max = \"< 1ms\" }")
        case .blindGuard: nstimer("tick", "interval = \"1s\"") + "\n[guard]\n\"tick.lateness.max\" = \"+1ms\""
        case .sampleTooSmall: expectation("waiting = { p999 = \"< 1ms\" }")
        }
    }

    private func nstimer(_ id: String, _ lines: String...) -> String {
        (["[[timer]]", "id = \"\(id)\"", "kind = \"nstimer\""] + lines).joined(separator: "\n")
    }

    private func event(_ step: String) -> String { "[[event]]\nat = \"1s\"\ndo = [\(step)]" }

    private func expectation(_ line: String) -> String {
        nstimer("tick", "interval = \"1s\"") + "\n[[expect]]\ntimer = \"tick\"\n" + line
    }
}
