import LabTestBench
import Testing

@testable import Laboratory

extension QuestionLanguageTests {
    /// Who keeps a timer, and what lets go of it.
    static let owners = [
        Story(
            "a subscription that is assigned to nothing goes at once",
            """
            duration = "4s"
            \(Toml.timer("tick", "combine", "1s"))
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
            \(Toml.object("view", by: "navigation"))
            strong = { cancellable = "first" }
            \(Toml.timer("first", "combine", "1s"))
            \(Toml.timer("second", "combine", "1s"))
            \(Toml.event("2.5s", #"{ pop = "view" }"#))
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
            \(Toml.object("view", by: "navigation"))
            strong = { cancellable = "tick" }
            \(Toml.timer("tick", "combine", "1s"))
            strong = "view"
            \(Toml.event("2.5s", #"{ pop = "view" }"#))
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
            \(Toml.timer("tick", "nstimer", "1s"))
            create = "timer"
            held_by = "static"
            \(Toml.event("0s", #"{ create = "tick" }, { add = "tick" }"#))
            \(Toml.event("2s", #"{ create = "tick" }"#))
            [[expect]]
            finding = "TL0202"
            """),
        Story(
            "what retains an object in its own dealloc",
            """
            duration = "3s"
            \(Toml.object("view", by: "navigation"))
            dealloc = [{ create = "link" }, { invalidate = "link" }]
            \(Toml.timer("link", "displaylink"))
            target = "view"
            \(Toml.event("1s", #"{ pop = "view" }"#))
            [[expect]]
            finding = "TL0315"
            """),
    ]
}
