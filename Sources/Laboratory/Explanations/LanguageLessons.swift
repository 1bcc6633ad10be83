import ScenarioLanguage

/// What there is to say about a mistake beside what it means: a title, the rule that is broken, how to mend it.
struct Lesson {
    var title: String
    var rule: String
    var remedy: String

    init(_ title: String, _ rule: String, _ remedy: String) {
        self.title = title
        self.rule = rule
        self.remedy = remedy
    }
}

extension DiagnosticCode {
    var lesson: Lesson {
        switch self {
        case .unknownKey:
            Lesson(
                "an unknown key", "Every key is known to the reference (`timerlab reference`).", "Correct the spelling."
            )
        case .missingKey:
            Lesson("a missing key", "Some keys have no default.", "Add the key; the reference says what it takes.")
        case .keyDoesNotApply:
            Lesson(
                "a key that does not apply", "Each kind of timer, object and step has keys of its own.",
                "Use the key of this kind: an nstimer has `tolerance`, a dispatch source `leeway`.")
        case .wrongTableForm:
            Lesson(
                "brackets of the wrong kind", "What may be many is `[[name]]`, what is one is `[name]`.",
                "Write `[[name]]` or `[name]`, as the message says.")
        case .conflictingKeys:
            Lesson(
                "keys that contradict each other", "Two keys that answer one question cannot both stand.",
                "Keep one of them.")
        case .tooMany:
            Lesson("too many mistakes", "At most a hundred are printed.", "Mend the first ones and look again.")
        case .wrongType:
            Lesson(
                "a value of the wrong type", "The reference says what a key takes.",
                "Write a value of the type that the message names.")
        case .bareNumber:
            Lesson("a time without a unit", "Times are strings with a unit.", "Write the unit, and quotes: `\"5s\"`.")
        case .malformedNumber:
            Lesson(
                "no number", "A number is digits with one point at most; `1/60` is a fraction.",
                "Write a number, such as `\"5s\"` or `\"1/60s\"`.")
        case .missingUnit: Lesson("a missing unit", "A time has a unit.", "Add the unit: `\"5s\"`.")
        case .unknownUnit:
            Lesson("an unknown unit", "Units are ns, us, µs, ms, s, min, h.", "Use one of these units: `\"5s\"`.")
        case .timeOutOfRange:
            Lesson(
                "a time out of range", "A duration is positive and at most 290 years.", "Write a time that can pass.")
        case .unknownWord:
            Lesson("an unknown word", "The key knows a few words.", "Choose one of the words that the message lists.")
        case .numberOutOfRange:
            Lesson("a number out of range", "The reference gives the range.", "Choose a number inside it.")
        case .badQuantiles:
            Lesson("a malformed table of percentiles", "It goes from p0 to p100 and never down.", "Sort the values.")
        case .badLogField:
            Lesson(
                "an unknown field in a log text", "Fields stand in braces; `{{` is a brace.",
                "Correct the field, such as `{n}` for the number of the firing; `{{` prints a brace.")
        case .unknownProfile: Lesson("an unknown device", "`timerlab profiles` lists them.", "Choose one of those.")
        case .emptyValue:
            Lesson(
                "an empty value", "Nothing was said where something must be.", "Write something, or leave the key out.")
        case .divisionByZero:
            Lesson("a division by zero", "A fraction has a divisor.", "Divide by a number other than 0: `\"1/60s\"`.")
        case .tooManyParts:
            Lesson(
                "too many parts", "All copies of all timers are at most 250,000, all tables of parts 32,768.",
                "Use fewer copies.")
        case .duplicateID: Lesson("an id twice", "Ids share one namespace.", "Rename one.")
        case .unknownID:
            Lesson("an unknown id", "A verb acts on what its id names.", "Correct the spelling, or add the part.")
        case .wrongPart:
            Lesson("a part of the wrong kind", "A verb takes parts of certain kinds.", "Name a part of the right kind.")
        case .reservedID:
            Lesson("a reserved id", "`main` and the words of the language are taken.", "Choose another id.")
        case .malformedID:
            Lesson(
                "a malformed id", "Letters of any script, digits, `-`, `_`, `.`, and single spaces between them.",
                "Leave other characters out.")
        case .badCopy:
            Lesson("no such copy", "Copies are ID[0], ID[1] …", "Give the timer `copies`, or leave the number out.")
        case .selfReference:
            Lesson("a part that refers to itself", "Some references cannot lead back.", "Name another part.")
        case .modeNeverRun:
            Lesson(
                "a mode that is never run",
                """
                Any string is a mode. A run loop calls what is in the mode that it is run in; the main thread's runs in \
                the default mode, and in others while a step has it do so.
                """,
                "Correct the name, use `common`, or run the mode: `{ mode = \"tracking\", for = \"2s\" }` in an event.")
        case .unknownVerb:
            Lesson(
                "an unknown verb", "The first key of a step is its verb.",
                "Correct the spelling; the reference lists the verbs.")
        case .emptyStep: Lesson("an empty step", "A step has a verb.", "Delete it.")
        case .verbNotFirst: Lesson("a verb that is not first", "The verb stands first.", "Move the verb to the front.")
        case .twoVerbs: Lesson("two verbs in a step", "A step does one thing.", "Write two steps.")
        case .impossiblePlace:
            Lesson("a step where it cannot be", "Not every step can be done everywhere.", "Do it elsewhere.")
        case .wrongMechanism:
            Lesson(
                "a verb for another mechanism", "An nstimer is invalidated, a dispatch source cancelled.",
                "Use this mechanism's verb.")
        case .endlessSteps:
            Lesson(
                "steps without end", "Steps that start each other must let time pass.",
                "Add a condition with `when`, or let time pass.")
        case .noOwnTimer:
            Lesson(
                "no timer of its own", "`{n}` and `fired` speak of the timer whose callback it is.",
                "Move the step into the timer's `do`, or name the timer.")
        case .incompleteStep:
            Lesson("an incomplete step", "Some verbs need a second key.", "Add the key that the message names.")
        case .neverMade:
            Lesson(
                "a part that is never made", "A part that a step makes cannot be what leads to that step.",
                "Create it elsewhere.")
        case .unknownStatistic:
            Lesson(
                "an unknown statistic", "Each figure has statistics of its own.", "Choose one that the message lists.")
        case .badComparison:
            Lesson(
                "a malformed comparison", "Write `<`, `<=`, `>`, `>=`, `A ± B`, `A … B` or a value.",
                "Write for instance `\">= 3\"` or `\"6s ± 20ms\"`.")
        case .wrongSubject:
            Lesson(
                "a promise about another subject", "Timers fire, objects are deallocated.",
                "Name the subject that can keep the promise.")
        case .unknownFinding: Lesson("an unknown finding", "`timerlab explain` knows the codes.", "Correct the code.")
        case .badLane:
            Lesson("a malformed lane", "Signs are `-`, `x`, `X` and `o`.", "Copy the fired lane that a run prints.")
        case .nothingPromised: Lesson("nothing promised", "An expectation promises something.", "Add a promise.")
        case .badGuard:
            Lesson(
                "a malformed guard", "A guard is `\"TIMER.FIGURE\" = \"+5%\"`.",
                "Write for instance `\"tick.waiting.max\" = \"+5%\"`.")
        case .emptyRange: Lesson("an empty range", "The first end is not above the second.", "Swap the ends.")
        case .badFirings: Lesson("malformed firing instants", "They are in order and before the end.", "Sort them.")
        case .badFingerprint:
            Lesson("a malformed fingerprint", "Sixteen hexadecimal digits.", "Copy it from what `run` prints.")
        case .oldFigure:
            Lesson(
                "an old name of a figure", "`corrected_lateness` is `waiting` since version 2 of the figures.",
                "Write `waiting`.")
        case .blindGuard:
            Lesson(
                "a guard that sees nothing",
                "`lateness` is of the points that are served, a share of 0 is 0, and nothing falls by more than 100 %.",
                "Guard `skipped` and `waiting.max`; `timerlab check --mutate` says which guard would notice what.")
        case .sampleTooSmall:
            Lesson(
                "a percentile without a sample",
                "p95 needs 20 values, p99 100, p99.9 1,000: with fewer, none of them lies above it.",
                "Use `max`, or let the scenario run longer.")
        }
    }
}
