import ScenarioLanguage

/// A line or two for each mistake in a scenario: the rule, the smallest text that breaks it, and how to mend it.
struct Lesson {
    var title: String
    var rule: String
    var example: String
    var remedy: String

    init(_ title: String, _ rule: String, _ example: String, _ remedy: String) {
        self.title = title
        self.rule = rule
        self.example = example
        self.remedy = remedy
    }
}

private let tick = "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"1s\"\n"
private let expect = tick + "[[expect]]\ntimer = \"tick\"\n"
private let link = "[[timer]]\nid = \"link\"\nkind = \"displaylink\"\n"

func lesson(_ code: DiagnosticCode) -> Lesson {
    switch code {
    case .unknownKey:
        Lesson(
            "an unknown key", "Every key is known to the reference (`timerlab reference`).", tick + "inteval = \"2s\"",
            "Correct the spelling."
        )
    case .missingKey:
        Lesson("a missing key", "Some keys have no default.", "title = \"No duration\"", "Add `duration = \"10s\"`.")
    case .keyDoesNotApply:
        Lesson(
            "a key that does not apply", "Each kind of timer, object and step has keys of its own.",
            tick + "leeway = \"1ms\"", "An nstimer has `tolerance`; `leeway` is a dispatch source's."
        )
    case .wrongTableForm:
        Lesson(
            "brackets of the wrong kind", "What may be many is `[[name]]`, what is one is `[name]`.",
            "[timer]\nid = \"tick\"", "Write `[[timer]]`."
        )
    case .conflictingKeys:
        Lesson(
            "keys that contradict each other", "Two keys that answer one question cannot both stand.",
            link + "fps = 30\nframe_interval = 2", "Keep one of them."
        )
    case .tooMany:
        Lesson(
            "too many mistakes", "At most a hundred are printed.", manyMistakes, "Mend the first ones and look again.")
    case .wrongType:
        Lesson("a value of the wrong type", "The reference says what a key takes.", "title = 1", "Write a string.")
    case .bareNumber:
        Lesson("a time without a unit", "Times are strings with a unit.", "duration = 5", "Write `duration = \"5s\"`.")
    case .malformedNumber:
        Lesson(
            "no number", "A number is digits with one point at most; `1/60` is a fraction.", "duration = \"five s\"",
            "Write `\"5s\"`."
        )
    case .missingUnit: Lesson("a missing unit", "A time has a unit.", "duration = \"5\"", "Write `\"5s\"`.")
    case .unknownUnit:
        Lesson("an unknown unit", "Units are ns, us, µs, ms, s, min, h.", "duration = \"5sec\"", "Write `\"5s\"`.")
    case .timeOutOfRange:
        Lesson(
            "a time out of range", "A duration is positive and at most 290 years.", "duration = \"-5s\"",
            "Write a time that can pass."
        )
    case .unknownWord:
        Lesson(
            "an unknown word", "The key knows a few words.", "[[timer]]\nid = \"tick\"\nkind = \"nstimr\"",
            "Choose one of the words that the message lists."
        )
    case .numberOutOfRange:
        Lesson("a number out of range", "The reference gives the range.", "seed = -1", "Choose a number inside it.")
    case .badQuantiles:
        Lesson(
            "a malformed table of percentiles", "It goes from p0 to p100 and never down.",
            "[device]\nwake_up = { p0 = \"5us\", p50 = \"1us\", p100 = \"9us\" }", "Sort the values."
        )
    case .badLogField:
        Lesson(
            "an unknown field in a log text", "Fields stand in braces; `{{` is a brace.",
            tick + "do = [{ log = \"tick {m}\" }]", "Write `{n}` for the number of the firing."
        )
    case .unknownProfile:
        Lesson(
            "an unknown device", "`timerlab profiles` lists them.", "[device]\nprofile = \"iphone7\"",
            "Choose one of those."
        )
    case .emptyValue:
        Lesson(
            "an empty value", "Nothing was said where something must be.", tick + "modes = []", "Write `[\"default\"]`."
        )
    case .divisionByZero:
        Lesson("a division by zero", "A fraction has a divisor.", "duration = \"1/0s\"", "Write `\"1/60s\"`.")
    case .tooManyParts:
        Lesson(
            "too many parts", "All copies of all timers are at most a million.",
            "[[timer]]\nid = \"a\"\nkind = \"nstimer\"\ninterval = \"1s\"\ncopies = 1_000_000\n"
                + "[[timer]]\nid = \"b\"\nkind = \"nstimer\"\ninterval = \"1s\"\ncopies = 1_000_000",
            "Use fewer copies."
        )
    case .duplicateID: Lesson("an id twice", "Ids share one namespace.", tick + tick, "Rename one.")
    case .unknownID:
        Lesson(
            "an unknown id", "A verb acts on what its id names.", tick + "do = [{ invalidate = \"tock\" }]",
            "Correct the spelling, or add the part."
        )
    case .wrongPart:
        Lesson(
            "a part of the wrong kind", "A verb takes parts of certain kinds.", tick + "target = \"tick\"",
            "Name a part of the right kind."
        )
    case .reservedID:
        Lesson(
            "a reserved id", "`main` and the words of the language are taken.",
            "[[timer]]\nid = \"main\"\nkind = \"nstimer\"\ninterval = \"1s\"", "Choose another id."
        )
    case .malformedID:
        Lesson(
            "a malformed id", "Letters, digits, `-`, `_`, `.`, and spaces between them.",
            "[[object]]\nid = \"a[0]\"", "Leave other characters out."
        )
    case .badCopy:
        Lesson(
            "no such copy", "Copies are ID[0], ID[1] …", tick + "[[expect]]\ntimer = \"tick[3]\"\nfired = 1",
            "Give the timer `copies`, or leave the number out."
        )
    case .selfReference:
        Lesson(
            "a part that refers to itself", "Some references cannot lead back.",
            "[[object]]\nid = \"proxy\"\nproxy = \"object\"\nforwards_to = \"proxy\"", "Name another part."
        )
    case .unknownVerb:
        Lesson(
            "an unknown verb", "The first key of a step is its verb.", tick + "do = [{ wrok = \"1s\" }]",
            "Write `work`.")
    case .emptyStep: Lesson("an empty step", "A step has a verb.", tick + "do = [{}]", "Delete it.")
    case .verbNotFirst:
        Lesson(
            "a verb that is not first", "The verb stands first.",
            "[[event]]\nat = \"1s\"\ndo = [{ for = \"2s\", mode = \"tracking\" }]",
            "Write `{ mode = \"tracking\", for = \"2s\" }`."
        )
    case .twoVerbs:
        Lesson(
            "two verbs in a step", "A step does one thing.", tick + "do = [{ work = \"1s\", log = \"done\" }]",
            "Write two steps."
        )
    case .impossiblePlace:
        Lesson(
            "a step where it cannot be", "Not every step can be done everywhere.",
            "[[object]]\nid = \"a\"\nheld_by = \"static\"\ndealloc = [{ run_loop = \"forever\" }]", "Do it elsewhere."
        )
    case .wrongMechanism:
        Lesson(
            "a verb for another mechanism", "An nstimer is invalidated, a dispatch source cancelled.",
            tick + "do = [{ cancel = \"tick\" }]", "Write `invalidate`."
        )
    case .endlessSteps:
        Lesson(
            "steps without end", "Steps that start each other must let time pass.", tick + "do = [{ fire = \"tick\" }]",
            "Add a condition with `when`, or let time pass."
        )
    case .noOwnTimer:
        Lesson(
            "no timer of its own", "`{n}` and `fired` speak of the timer whose callback it is.",
            "[[event]]\nat = \"1s\"\ndo = [{ log = \"{n}\" }]", "Move the step into the timer's `do`."
        )
    case .incompleteStep:
        Lesson(
            "an incomplete step", "Some verbs need a second key.",
            "[[event]]\nat = \"1s\"\ndo = [{ mode = \"tracking\" }]",
            "Write `{ mode = \"tracking\", for = \"2s\" }`."
        )
    case .neverMade:
        Lesson(
            "a part that is never made", "A part that a step makes cannot be what leads to that step.",
            tick + "do = [{ create = \"tick\" }]", "Create it elsewhere."
        )
    case .unknownStatistic:
        Lesson(
            "an unknown statistic", "Each figure has statistics of its own.", expect + "lateness = { p51 = \"1ms\" }",
            "Choose one that the message lists."
        )
    case .badComparison:
        Lesson(
            "a malformed comparison", "Write `<`, `<=`, `>`, `>=`, `A ± B`, `A … B` or a value.",
            expect + "fired = \"=> 3\"", "Write `\">= 3\"`."
        )
    case .wrongSubject:
        Lesson(
            "a promise about another subject", "Timers fire, objects are deallocated.", expect + "deallocated = true",
            "Name the subject that can keep the promise."
        )
    case .unknownFinding:
        Lesson(
            "an unknown finding", "`timerlab explain` knows the codes.", expect + "finding = [\"TL0199\"]",
            "Correct the code."
        )
    case .badLane:
        Lesson(
            "a malformed lane", "Signs are `-`, `x`, `X` and `o`.",
            expect + "timeline = { step = \"1s\", lane = \"--y\" }",
            "Copy the fired lane that a run prints."
        )
    case .nothingPromised: Lesson("nothing promised", "An expectation promises something.", expect, "Add a promise.")
    case .badGuard:
        Lesson(
            "a malformed guard", "A guard is `\"TIMER.FIGURE\" = \"+5%\"`.",
            tick + "[guard]\n\"tick.lateness\" = \"5\"", "Write `\"tick.lateness.p99\" = \"+5%\"`."
        )
    case .emptyRange:
        Lesson(
            "an empty range", "The first end is not above the second.", expect + "fired = \"5 … 3\"", "Swap the ends."
        )
    case .badFirings:
        Lesson(
            "malformed firing instants", "They are in order and before the end.",
            "duration = \"9s\"\n" + expect + "firings = [\"2s\", \"1s\"]", "Sort them."
        )
    case .badFingerprint:
        Lesson(
            "a malformed fingerprint", "Sixteen hexadecimal digits.", "[[expect]]\nfingerprint = \"xyz\"",
            "Copy it from what `run` prints."
        )
    }
}

private let manyMistakes = "[[timer]]\n" + (0..<200).map { "unknown\($0) = 1\n" }.joined()
