import LabCatalogue
import LabTestBench
import Testing

@testable import LabWorkbench

@Suite("A countdown that counts calls")
struct CountdownFindingTests {
    private static let drag = "[[event]]\nat = \"2.5s\"\ndo = [{ mode = \"tracking\", for = \"3.2s\" }]"
    private static let sleep = "[[event]]\nat = \"2.5s\"\ndo = [{ system_sleep = \"3s\" }]"

    @Test(
        "is told when it shows 0, if that is late",
        arguments: [
            ("nstimer", 5, drag, "tick shows 0 at 8 s, but its time is over at 6 s: it counts calls"),
            ("nstimer", 9, drag, "tick still shows 1 when the run ends, but its time is over at 10 s: it counts calls"),
            ("nstimer", 5, sleep, "tick shows 0 at 9 s, but its time is over at 6 s: it counts calls"),
            ("gcd", 5, drag, nil),
            ("nstimer", 5, "", nil),
            ("nstimer", 5, "[[event]]\nat = \"2.5s\"\ndo = [{ set_fire_date = \"tick\", after = \"3s\" }]", nil),
            ("nstimer", 5, drag + "\n[[event]]\nat = \"6.5s\"\ndo = [{ invalidate = \"tick\" }]", nil),
        ])
    func late(kind: String, start: Int, rest: String, message: String?) throws {
        let found = try Bench.messages(
            .lateCountdown,
            """
            duration = "11.5s"
            \(Toml.timer("tick", kind, "1s", repeats: true))
            do = [{ log = "{countdown:\(start)}" }]
            \(rest)
            """)
        #expect(found == [message].compactMap(\.self))
    }
}
