import LabCatalogue

/// The rows of the table of mistakes, in the order of their codes.
///
/// TL11xx keys, TL12xx values and units, TL13xx ids, TL14xx steps, TL15xx expectations.
extension DiagnosticCode {
    static let unknownKey = DiagnosticCode(
        "TL1101", "an unknown key",
        "A key that this table does not have. Nothing is ignored, so that a misspelled key is noticed.",
        remedy: "Correct the spelling.", nstimer("tick", "intervall = \"1s\""))
    static let missingKey = DiagnosticCode(
        "TL1102", "a missing key", "A key that this table needs is missing.",
        remedy: "Add the key; the reference says what it takes.", "[[event]]\ndo = [{ background = true }]")
    static let keyDoesNotApply = DiagnosticCode(
        "TL1103", "a key that does not apply",
        "The key belongs to other kinds of timers, objects or steps than this one.",
        remedy: "Use the key of this kind: an nstimer has `tolerance`, a dispatch source `leeway`.",
        nstimer("tick", "interval = \"1s\"", "queue = \"main\""))
    static let wrongTableForm = DiagnosticCode(
        "TL1104", "brackets of the wrong kind",
        "A table is in single brackets where an array of tables is expected, or the other way round.",
        remedy: "Write `[[name]]` or `[name]`, as the message says.", "[timer]\nid = \"tick\"")
    static let conflictingKeys = DiagnosticCode(
        "TL1105", "keys that contradict each other", "Two keys of one table contradict each other.",
        remedy: "Keep one of them.",
        "[[timer]]\nid = \"link\"\nkind = \"displaylink\"\nfps = 30\nframe_interval = 2")
    static let tooMany = DiagnosticCode(
        "TL1199", "too many mistakes", "The file holds more mistakes than the hundred that are printed.",
        remedy: "Mend the first ones and look again.",
        (0...DiagnosticCollector.limit).map { "k\($0) = 1" }.joined(separator: "\n"))
    static let wrongType = DiagnosticCode(
        "TL1201", "a value of the wrong type", "The value is of another type than the key takes.",
        remedy: "Write a value of the type that the message names.",
        nstimer("tick", "interval = \"1s\"", "repeats = \"yes\""))
    static let bareNumber = DiagnosticCode(
        "TL1202", "a time without a unit",
        "A time is a string with a unit, so that seconds and milliseconds cannot be confused.",
        remedy: "Write the unit, and quotes: `\"5s\"`.", nstimer("tick", "interval = 1"))
    static let malformedNumber = DiagnosticCode(
        "TL1203", "no number", "A number was expected here inside the string.",
        remedy: "Write a number, such as `\"5s\"` or `\"1/60s\"`.", nstimer("tick", "interval = \"soon\""))
    static let missingUnit = DiagnosticCode(
        "TL1204", "a missing unit", "The string is a number without its unit.", remedy: "Add the unit: `\"5s\"`.",
        nstimer("tick", "interval = \"250\""))
    static let unknownUnit = DiagnosticCode(
        "TL1205", "an unknown unit",
        "The unit is not one of ns, us, µs, ms, s, min, h (or Hz, ppm, ppb, % where they belong).",
        remedy: "Use one of these units: `\"5s\"`.", nstimer("tick", "interval = \"2 seconds\""))
    static let timeOutOfRange = DiagnosticCode(
        "TL1206", "a time out of range", "The time is negative where it may not be, or longer than 290 years.",
        remedy: "Write a time that can pass.", "[[event]]\nat = \"-1s\"\ndo = []")
    static let unknownWord = DiagnosticCode(
        "TL1207", "an unknown word", "The value is a word, and not one of those that the key knows.",
        remedy: "Choose one of the words that the message lists.",
        "[[timer]]\nid = \"tick\"\nkind = \"timer\"\ninterval = \"1s\"")
    static let numberOutOfRange = DiagnosticCode(
        "TL1208", "a number out of range", "The number lies outside of what the laboratory can run.",
        remedy: "Choose a number inside it.", nstimer("tick", "interval = \"1s\"", "copies = 0"))
    static let badQuantiles = DiagnosticCode(
        "TL1209", "a malformed table of percentiles", "A table of percentiles goes from p0 to p100 and never down.",
        remedy: "Sort the values.", "[device]\nwork = { p0 = 1.1, p100 = 0.9 }")
    static let badLogField = DiagnosticCode(
        "TL1210", "an unknown field in a log text",
        "A log text holds a {field} that does not exist, or an unpaired brace.",
        remedy: "Correct the field, such as `{n}` for the number of the firing; `{{` prints a brace.",
        "[[event]]\nat = \"1s\"\ndo = [{ log = \"{weekday}\" }]")
    static let unknownProfile = DiagnosticCode(
        "TL1211", "an unknown device", "No device profile has this name.", remedy: "Choose one of those.",
        "[device]\nprofile = \"typewriter\"")
    static let emptyValue = DiagnosticCode(
        "TL1212", "an empty value", "The value is empty where one is needed.",
        remedy: "Write something, or leave the key out.", "[[object]]\nid = \"\"")
    static let divisionByZero = DiagnosticCode(
        "TL1213", "a division by zero", "A fraction is divided by zero.",
        remedy: "Divide by a number other than 0: `\"1/60s\"`.", nstimer("tick", "interval = \"1/0s\""))
    static let tooManyParts = DiagnosticCode(
        "TL1214", "too many parts",
        "The scenario has more parts than can be run: at most 250,000, copies of timers counted, in 32,768 tables.",
        remedy: "Use fewer copies.",
        nstimer("a", "interval = \"1s\"", "copies = 249_999")
            + "\n[[object]]\nid = \"b\"\n[[object]]\nid = \"c\"")
    static let toleranceCut = DiagnosticCode(
        "TL1215", "a tolerance that is cut",
        "A warning: a tolerance of more than half the interval is cut to that, and Timer.publish drops its own.",
        remedy: "Write half the interval at most; leave it out of Timer.publish.",
        nstimer("tick", "interval = \"1s\"", "repeats = true", "tolerance = \"2s\""))
    static let duplicateID = DiagnosticCode(
        "TL1301", "an id twice", "Ids share one namespace, so that a verb knows what its id names; this one is taken.",
        remedy: "Rename one.", "[[object]]\nid = \"a\"\n[[object]]\nid = \"a\"")
    static let unknownID = DiagnosticCode(
        "TL1302", "an unknown id", "Nothing in the scenario has this id.",
        remedy: "Correct the spelling, or add the part.", "[compare]\ntimer = \"tick\"")
    static let wrongPart = DiagnosticCode(
        "TL1303", "a part of the wrong kind", "The id names a part of another kind than is expected here.",
        remedy: "Name a part of the right kind.", "[[object]]\nid = \"a\"\n[compare]\ntimer = \"a\"")
    static let reservedID = DiagnosticCode(
        "TL1304", "a reserved id", "The id is `main` or another word of the language, and could not be told from it.",
        remedy: "Choose another id.", "[[object]]\nid = \"main\"")
    static let malformedID = DiagnosticCode(
        "TL1305", "a malformed id", "An id consists of letters, digits, '-', '_', '.' and single spaces between them.",
        remedy: "Leave other characters out.", "[[object]]\nid = \"a[0]\"")
    static let badCopy = DiagnosticCode(
        "TL1306", "no such copy",
        "NAME[N] stands for one copy of a timer with `copies`, where a single copy can be meant.",
        remedy: "Give the timer `copies`, or leave the number out.",
        nstimer("tick", "interval = \"1s\"") + "\n[[expect]]\ntimer = \"tick[0]\"\nfired = 1")
    static let selfReference = DiagnosticCode(
        "TL1307", "a part that refers to itself", "The part refers to itself in a way that cannot be.",
        remedy: "Name another part.", "[[object]]\nid = \"a\"\nproxy = \"object\"\nforwards_to = \"a\"")
    static let modeNeverRun = DiagnosticCode(
        "TL1308", "a mode that is never run",
        "A warning: something is added to a mode, and no run call, drag or other step ever runs a loop in that mode. Any string names a mode, and a run loop calls only what is in the mode that it is run in.",
        remedy:
            "Correct the name, use `common`, or run the mode: `{ mode = \"tracking\", for = \"2s\" }` in an event.",
        nstimer("tick", "interval = \"1s\"", "modes = [\"defualt\"]"))
    static let afterTheEnd = DiagnosticCode(
        "TL1309", "an event after the end", "A warning: the scenario ends before the event, which never comes.",
        remedy: "Give the scenario a longer duration, or the event an earlier time.",
        "[[event]]\nat = \"1h\"\ndo = [{ background = true }]")
    static let unknownVerb = DiagnosticCode(
        "TL1401", "an unknown verb", "The first key of a step is its verb, and this is not one.",
        remedy: "Correct the spelling; the reference lists the verbs.", event("{ jump = true }"))
    static let emptyStep = DiagnosticCode(
        "TL1402", "an empty step", "A step has no verb.", remedy: "Delete it.", event("{}"))
    static let verbNotFirst = DiagnosticCode(
        "TL1403", "a verb that is not first",
        "The verb is the first key of a step, so that it can be read at a glance.",
        remedy: "Move the verb to the front.",
        event("{ when = { cancelled = \"w\" }, background = true }") + "\n[[thread]]\nid = \"w\"")
    static let twoVerbs = DiagnosticCode(
        "TL1404", "two verbs in a step", "A step does one thing; two verbs are two steps.", remedy: "Write two steps.",
        event("{ background = true, foreground = true }"))
    static let impossiblePlace = DiagnosticCode(
        "TL1405", "a step where it cannot be",
        "The step cannot be used in this place, for instance a run loop run inside a dealloc.",
        remedy: "Do it elsewhere.", "[[object]]\nid = \"a\"\ndealloc = [{ mode = \"tracking\", for = \"1s\" }]")
    static let wrongMechanism = DiagnosticCode(
        "TL1406", "a verb for another mechanism",
        "The verb does not exist for this kind of timer: an nstimer is invalidated, a dispatch source cancelled.",
        remedy: "Use this mechanism's verb.",
        nstimer("tick", "interval = \"1s\"") + "\n" + event("{ suspend = \"tick\" }"))
    static let endlessSteps = DiagnosticCode(
        "TL1407", "steps without end", "The steps start each other without end at one and the same instant.",
        remedy: "Add a condition with `when`, or let time pass.",
        nstimer("tick", "interval = \"1s\"", "do = [{ fire = \"tick\" }]"))
    static let noOwnTimer = DiagnosticCode(
        "TL1408", "no timer of its own",
        "The step refers to the timer of its callback, but is not in the callback of a timer.",
        remedy: "Move the step into the timer's `do`, or name the timer.", event("{ log = \"{n}\" }"))
    static let incompleteStep = DiagnosticCode(
        "TL1409", "an incomplete step", "The step lacks a key that it needs, such as a date.",
        remedy: "Add the key that the message names.",
        nstimer("tick", "interval = \"1s\"") + "\n" + event("{ set_fire_date = \"tick\" }"))
    static let neverMade = DiagnosticCode(
        "TL1410", "a part that is never made",
        "The part is made by nothing but its own callback, which runs only once the part is there.",
        remedy: "Create it elsewhere.", nstimer("tick", "interval = \"1s\"", "do = [{ create = \"tick\" }]"))
    static let heldAfterPop = DiagnosticCode(
        "TL1411", "an object that a pop does not let go",
        "A warning: an object without `held_by` is held by a local of its thread, which a push and a pop leave alone.",
        remedy: "Give it `held_by = \"navigation\"`, or release it once it is pushed.",
        "[[object]]\nid = \"details\"\n" + event("{ push = \"details\" }, { pop = \"details\" }"))
    static let unknownStatistic = DiagnosticCode(
        "TL1501", "an unknown statistic",
        "The figure has no such statistic; an expectation on nothing would always pass.",
        remedy: "Choose one that the message lists.", expectation("lateness = { p42 = \"< 1ms\" }"))
    static let badComparison = DiagnosticCode(
        "TL1502", "a malformed comparison",
        "An expectation compares with <, <=, >, >=, A ± B, A … B or an exact value.",
        remedy: "Write for instance `\">= 3\"` or `\"6s ± 20ms\"`.", expectation("fired = \"some\""))
    static let wrongSubject = DiagnosticCode(
        "TL1503", "a condition on another subject",
        "The condition is about another kind of subject than the expectation names.",
        remedy: "Name a subject that has this condition.", "[[expect]]\nskipped = 0")
    static let unknownFinding = DiagnosticCode(
        "TL1504", "an unknown finding", "No finding has this code.", remedy: "Correct the code.",
        "[[expect]]\nfinding = \"TL0999\"")
    static let badLane = DiagnosticCode(
        "TL1505", "a malformed lane",
        "A lane has one sign per step: \(LaneSign.key).",
        remedy: "Copy the timer's lane that a run prints.",
        expectation("timeline = { step = \"1s\", lane = \"-?\" }"))
    static let emptyExpectation = DiagnosticCode(
        "TL1506", "an empty expectation", "The expectation has no condition, so it could never fail.",
        remedy: "Add a condition, such as `fired = 7`.", "[[expect]]")
    static let badGuard = DiagnosticCode(
        "TL1507", "a malformed guard",
        "A guard names a figure as TIMER.FIGURE.STATISTIC and how much worse it may get.",
        remedy: "Write for instance `\"tick.waiting.max\" = \"+5%\"`.",
        nstimer("tick", "interval = \"1s\"") + "\n[guard]\n\"tick.skipped\" = \"a bit\"")
    static let emptyRange = DiagnosticCode(
        "TL1508", "an empty range", "No number lies in this range.", remedy: "Swap the ends.",
        expectation("interval = { p50 = \"2s … 1s\" }"))
    static let badFirings = DiagnosticCode(
        "TL1509", "malformed firing instants", "Firing instants are in order and lie before the end of the scenario.",
        remedy: "Sort them.", expectation("firings = [\"2s\", \"1s\"]"))
    static let badFingerprint = DiagnosticCode(
        "TL1510", "a malformed fingerprint", "A fingerprint is printed by `run` as hexadecimal digits.",
        remedy: "Copy it from what `run` prints.", "[[expect]]\nfingerprint = \"?\"")
    static let oldFigure = DiagnosticCode(
        "TL1511", "a figure of an earlier version",
        "The figure or statistic is gone; another one says what it said.",
        remedy:
            "Write what the message names: `lateness` for `step_lateness`, `waiting` for `corrected_lateness`.",
        expectation("step_lateness = { max = \"< 1ms\" }"))
    static let sampleTooSmall = DiagnosticCode(
        "TL1512", "a percentile without a sample",
        "A percentile that the sample cannot carry has no value, so that its expectation always fails: p95 needs 20 values, p99 100.",
        remedy: "Use `max`, or let the scenario run longer.", expectation("waiting = { p99 = \"< 1ms\" }"))
    static let blindGuard = DiagnosticCode(
        "TL1513", "a guard that sees nothing",
        "A warning: the guard does not see what it is for, or nothing can be beyond it. `lateness` is of the points that are served, a share of 0 is 0, and nothing falls by more than 100 %.",
        remedy:
            "Guard `skipped` and `waiting.max`; `timerlab check --mutate` says which guard would notice what.",
        nstimer("tick", "interval = \"1s\"") + "\n[guard]\n\"tick.lateness.max\" = \"+1ms\"")

    private static func nstimer(_ id: String, _ lines: String...) -> String {
        (["[[timer]]", "id = \"\(id)\"", "kind = \"nstimer\""] + lines).joined(separator: "\n")
    }

    private static func event(_ step: String) -> String { "[[event]]\nat = \"1s\"\ndo = [\(step)]" }

    private static func expectation(_ line: String) -> String {
        nstimer("tick", "interval = \"1s\"") + "\n[[expect]]\ntimer = \"tick\"\n" + line
    }
}
