import LabTestBench
import Testing

@testable import Laboratory

extension QuestionLanguageTests {
    /// Threads, queues and tasks that wait, and what they wait for.
    static let waiting = [
        Story(
            "sync runs on the current thread where the queue is free, and waits where it is not",
            """
            duration = "3s"
            [[queue]]
            id = "db"
            [[event]]
            at = "1s"
            do = [
              { sync = "db", do = [{ log = "free {now}" }] },
              { async = "db", do = [{ sleep = "0.5s" }, { log = "first {now}" }] },
              { sync = "db", do = [{ log = "second {now}" }] },
              { log = "on {now}" },
            ]
            [[expect]]
            whole_log = ["free 1.000000", "first 1.500000", "second 1.500000", "on 1.500000"]
            no_finding = "TL0503"
            """),
        Story(
            "sync on the thread's own queue crashes",
            """
            duration = "3s"
            \(Toml.event("1s", #"{ sync = "main", do = [{ log = "never" }] }"#))
            [[expect]]
            crash = "already owned by current thread"
            no_log = "never"
            """),
        Story(
            "two queues that wait for one another never go on, and the timer with them",
            """
            duration = "5s"
            [[queue]]
            id = "db"
            \(Toml.tick)
            [[event]]
            at = "1.5s"
            do = [{ async = "db", do = [{ sleep = "0.1s" }, { sync = "main", do = [] }] }, { sync = "db", do = [] }]
            [[expect]]
            timer = "tick"
            fired = 1
            [[expect]]
            finding = "TL0503"
            """),
        Story(
            "a semaphore that only the waiting thread could signal, and a lock that is given back",
            """
            duration = "5s"
            [[queue]]
            id = "network"
            \(Toml.tick)
            [[thread]]
            id = "worker"
            do = [{ count = "lock" }, { wait_for = "lock" }, { sleep = "1s" }, { count = "lock" }]
            \(Toml.event("0.5s", #"{ wait_for = "lock" }, { log = "locked {now}" }"#))
            [[event]]
            at = "2.5s"
            do = [
              { async = "network", do = [{ async = "main", do = [{ count = "answer" }] }] },
              { wait_for = "answer" },
              { log = "never" },
            ]
            [[expect]]
            whole_log = ["locked 1.000000"]
            finding = "TL0503"
            [[expect]]
            timer = "tick"
            fired = 2
            """),
        Story(
            "a task that swallows its cancellation goes through its body once more, one that throws does not",
            """
            duration = "5s"
            \(Toml.timer("poll", "task-sleep", "1s"))
            tolerance = "0s"
            swallows_cancel = true
            do = [{ log = "poll {n} {now}" }]
            \(Toml.timer("other", "task-sleep", "1s"))
            tolerance = "0s"
            do = [{ log = "other {n}" }]
            \(Toml.event("1.6s", #"{ cancel = "poll" }, { cancel = "other" }"#))
            [[expect]]
            whole_log = ["poll 1 1.000000", "other 1", "poll 2 1.600000"]
            [[expect]]
            timer = "poll"
            skipped = 0
            """),
        Story(
            "a task that sleeps in its body lets the main thread go meanwhile, and its next round counts from the end",
            """
            duration = "6s"
            \(Toml.timer("poll", "task-sleep", "1s"))
            tolerance = "0s"
            do = [
              { log = "asks {n} {now}" },
              { sleep = "0.5s", awaits = true },
              { log = "looks {n} {now}" },
              { sleep = "0.5s", awaits = true },
              { log = "done {n} {now}" },
            ]
            \(Toml.tick)
            do = [{ log = "tick {now}", when = { fired = 1 } }]
            \(Toml.timer("between", "nstimer"))
            delay = "1.2s"
            do = [{ log = "between {now}" }]
            \(Toml.event("3.7s", #"{ cancel = "poll" }"#))
            [[expect]]
            whole_log = [
              "tick 1.000000", "asks 1 1.000000", "between 1.200000", "looks 1 1.500000", "done 1 2.000000",
              "asks 2 3.000000", "looks 2 3.500000",
            ]
            [[expect]]
            timer = "tick"
            waiting = { max = "0s" }
            """),
        Story(
            "the timers of a thread that exits inside its run loop stand still, and that is said",
            """
            duration = "10s"
            [[thread]]
            id = "worker"
            do = [{ run_loop = "forever" }]
            \(Toml.tick)
            thread = "worker"
            do = [{ exit = true, when = { fired = 3 } }]
            [[expect]]
            timer = "tick"
            skipped = 6
            [[expect]]
            finding = "TL0207"
            """),
    ]
}
