import LabTestBench
import Testing

@testable import LabWorkbench

/// Wake-ups are mended by fewer of them, and only where they are the matter.
extension RemedyWishTests {
    @Test("a display link that wakes as often as a timer does not mend its wake-ups")
    func asOften() throws {
        let report = try report(
            """
            duration = "60s"
            \(Toml.timer("poll", "nstimer", "50ms", repeats: true))
            do = [{ work = "20us" }]
            """)
        let link = try #require(report.rows.first { $0.name == "display link" })
        #expect(link.figures.wakeUps == report.before.wakeUps && !link.helps)
        #expect(report.rows.first?.name == "10 times a second" && report.rows.first?.helps == true)
    }

    @Test("where the system holds an app back, its wake-ups are not what is mended, also if an expectation fails")
    func heldBack() throws {
        let report = try report(
            """
            duration = "20s"
            [device]
            kept_alive = true
            throttled = { p0 = "0ms", p50 = "30ms", p100 = "200ms" }
            \(Toml.timer("beat", "gcd", "50ms", repeats: true))
            do = [{ work = "50us" }]
            \(Toml.event("5s", "{ background = true }"))
            \(Toml.event("12s", "{ foreground = true }"))
            [[expect]]
            timer = "beat"
            lateness = { max = "< 3ms" }
            """)
        #expect(report.finding?.code == "TL0106")
        #expect(!report.rows.contains { $0.name == "10 times a second" })
    }
}
