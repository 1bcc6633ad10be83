import Testing

@testable import Laboratory

extension QuestionLanguageTests {
    /// Who keeps a timer, and what lets go of it.
    static let owners = [
        Story(
            "a subscription that is assigned to nothing goes at once",
            """
            duration = "4s"
            [[timer]]
            id = "tick"
            kind = "combine"
            interval = "1s"
            held_by = []
            [[expect]]
            timer = "tick"
            fired = 0
            finding = "TL0203"
            """),
        Story(
            "a subscription that is released is cancelled, and one that is kept goes on",
            """
            duration = "4s"
            [[object]]
            id = "view"
            held_by = "navigation"
            strong = { cancellable = "first" }
            [[timer]]
            id = "first"
            kind = "combine"
            interval = "1s"
            [[timer]]
            id = "second"
            kind = "combine"
            interval = "1s"
            [[event]]
            at = "2.5s"
            do = [{ pop = "view" }]
            [[expect]]
            timer = "first"
            fired = 2
            fired_after_owner = 0
            no_finding = ["TL0203", "TL0304"]
            [[expect]]
            timer = "second"
            fired = 3
            """),
        Story(
            "a subscription whose block keeps its owner is a cycle",
            """
            duration = "4s"
            [[object]]
            id = "view"
            held_by = "navigation"
            strong = { cancellable = "tick" }
            [[timer]]
            id = "tick"
            kind = "combine"
            interval = "1s"
            strong = "view"
            [[event]]
            at = "2.5s"
            do = [{ pop = "view" }]
            [[expect]]
            finding = "TL0302"
            [[expect]]
            object = "view"
            deallocated = false
            """),
        Story(
            "a one-shot that is made again and not added is in no run loop",
            """
            duration = "5s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            create = "timer"
            held_by = "static"
            [[event]]
            at = "0s"
            do = [{ create = "tick" }, { add = "tick" }]
            [[event]]
            at = "2s"
            do = [{ create = "tick" }]
            [[expect]]
            finding = "TL0202"
            """),
        Story(
            "what retains an object in its own dealloc",
            """
            duration = "3s"
            [[object]]
            id = "view"
            held_by = "navigation"
            dealloc = [{ create = "link" }, { invalidate = "link" }]
            [[timer]]
            id = "link"
            kind = "displaylink"
            target = "view"
            [[event]]
            at = "1s"
            do = [{ pop = "view" }]
            [[expect]]
            finding = "TL0315"
            """),
    ]
}
