import LabCatalogue
import LabScenarioModel
import Testing

@testable import LabGate

@Suite("The baseline's text")
struct BaselineTests {
    private func name(_ text: String) throws -> FigureName { try #require(FigureName(text)) }

    private func sample() throws -> Baseline {
        Baseline(scenarios: [
            "heavy-work.toml": DriftNumbers(exact: [
                try name("tick.lateness.p99"): 5_015_213_007, try name("tick.fired"): 7,
                try name("tick.drift"): -3_250, try name("tick.first"): 0,
            ]),
            "a b/ü=1.toml": DriftNumbers(
                exact: [try name("dotted.id.jitter.rms"): 12],
                samples: [try name("dotted.id.jitter.rms"): [12, 13, 0]],
                facts: ["finding TL0101 a = b": "found"]),
        ])
    }

    @Test("is sorted, with one figure a line and all digits")
    func text() throws {
        #expect(
            try sample().text == """
                # timerlab baseline 3
                # What `timerlab check` compares with. Written by `timerlab check --update`; one figure or fact (@) a line.
                # A timer without a line for `skipped` skipped nothing; without one for `wake_ups`, each call woke its thread.
                a%20b/ü%3D1.toml @finding%20TL0101%20a%20%3D%20b = found
                a%20b/ü%3D1.toml dotted.id.jitter.rms = 12 ns
                a%20b/ü%3D1.toml dotted.id.jitter.rms over seeds = 12 ns, 13 ns, 0 s
                heavy-work.toml tick.drift = -3.25 ppm
                heavy-work.toml tick.fired = 7
                heavy-work.toml tick.first = 0 s
                heavy-work.toml tick.lateness.p99 = 5.015213007 s

                """)
    }

    @Test("comes back as it was written, whatever the names and numbers")
    func roundTrip() throws {
        #expect(try Baseline(reading: Array(sample().text.utf8)) == sample())
        let values: [Int64] = [.min + 1, -1_000_000_001, -999, -1, 0, 1, 999, 1_000, 999_999_999, 1_000_000_001, .max]
        for id in ["a", "", " ", "%", "a.b", "a\nb", "a = b", "#", "\u{7F}", "定时器", "x[3]", "fired", "a.lateness"] {
            for figure in Figure.all {
                for value in values {
                    let numbers = DriftNumbers(exact: [FigureName(timer: id, figure: figure): value])
                    let baseline = Baseline(scenarios: ["s \(id)": numbers])
                    #expect(try Baseline(reading: Array(baseline.text.utf8)) == baseline)
                }
            }
        }
    }

    @Test("is read in any order, with comments, empty lines and CRLF")
    func lenient() throws {
        let text = "# timerlab baseline 3\r\n\r\n# note\r\nb.toml t.fired = 2\r\na.toml t.fired = 1\r\n"
        let baseline = try Baseline(reading: Array(text.utf8))
        #expect(baseline.scenarios["a.toml"]?.exact == [try name("t.fired"): 1])
        #expect(baseline.scenarios["b.toml"]?.exact == [try name("t.fired"): 2])
    }

    @Test(
        "a line that cannot be read is named",
        arguments: [
            "<<<<<<< HEAD", "a.toml t.fired=2", "a.toml t.fired = ", "a.toml t.fired = x", "a.toml fired = 2",
            "a.toml t.late = 2 s", "a.toml t.lateness.p99 = 2", "a.toml t.lateness.p99 = 0.5 ns", "t.fired = 2",
            "a.toml t.drift = 0.0001 ppm", "a.toml t.fired over seeds = 1,,2", " = ", "=",
            "a.toml t.fired = 1\na.toml t.fired = 1",
            "a%2 t.fired = 1", "a.toml t.fired = 99999999999999999999",
        ])
    func faults(line: String) {
        let last = 1 + line.split(separator: "\n").count
        #expect {
            try Baseline(reading: Array("# timerlab baseline 3\n\(line)\n".utf8))
        } throws: {
            ($0 as? BaselineFault)?.line == last
        }
    }

    @Test("what is no baseline is not taken for one", arguments: ["", "title = \"a\"", "# timerlab baseline 4\n"])
    func otherFiles(text: String) {
        #expect { try Baseline(reading: Array(text.utf8)) } throws: { ($0 as? BaselineFault)?.line == 1 }
    }

    @Test("one of an earlier version says so, and is read as far as its figures exist", arguments: [1, 2])
    func earlier(version: Int) throws {
        let text = "# timerlab baseline \(version)\na.toml t.fired = 1\na.toml t.cycles.max = 3 s\n"
        let baseline = try Baseline(reading: Array(text.utf8))
        #expect(baseline.oldVersion == version)
        #expect(baseline.scenarios["a.toml"]?.exact == [try name("t.fired"): 1])
    }

    @Test("a drift that cannot be told from zero is none, and comes back as 0")
    func noDrift() throws {
        let baseline = Baseline(scenarios: ["a.toml": DriftNumbers(exact: [try name("t.drift"): 0])])
        #expect(baseline.text.contains("a.toml t.drift = none\n"))
        #expect(try Baseline(reading: Array(baseline.text.utf8)) == baseline)
    }

    @Test(
        "facts come back whatever their names and texts hold",
        arguments: ["a", "a = b", "@", " ", "#\u{7F}\n", "%", "ü定"])
    func facts(name: String) throws {
        let baseline = Baseline(scenarios: ["s.toml": DriftNumbers(facts: ["finding " + name: "3.5 s = x, @y"])])
        #expect(try Baseline(reading: Array(baseline.text.utf8)) == baseline)
    }

    @Test("a fact that stands twice is named by its second line")
    func factTwice() {
        let text = "# timerlab baseline 3\na.toml @crash = x\na.toml @crash = y\n"
        #expect { try Baseline(reading: Array(text.utf8)) } throws: { ($0 as? BaselineFault)?.line == 3 }
    }
}
