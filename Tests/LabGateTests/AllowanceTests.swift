import LabCatalogue
import LabScenarioModel
import Testing

@testable import LabGate

@Suite("How much worse a figure may get")
struct AllowanceTests {
    private func limit(_ name: String, _ allowance: Int64, relative: Bool = false, from old: Int64) throws
        -> ClosedRange<Int64>
    {
        let allowance = relative ? GuardPlan.Allowance.relative(partsPerMillion: allowance) : .absolute(allowance)
        return GuardPlan(try #require(FigureName(name)), allowance).limit(from: old)
    }

    @Test("lateness, jitter and skipped points get worse upwards and may always fall")
    func upwards() throws {
        for name in [
            "t.lateness.p99", "t.waiting.max", "t.jitter.peak_to_peak", "t.skipped", "t.busy",
        ] {
            let limit = try limit(name, 10, from: 100)
            #expect(limit == .min...110, "\(name)")
            #expect(limit.contains(110))
            #expect(!limit.contains(111))
            #expect(limit.contains(-5))
        }
    }

    @Test("firings get worse downwards and may always rise")
    func downwards() throws {
        let limit = try limit("t.fired", 2, from: 7)
        #expect(limit.contains(5))
        #expect(!limit.contains(4))
        #expect(limit.contains(100))
    }

    @Test("drift gets worse away from zero, whichever way it leans")
    func awayFromZero() throws {
        let limit = try limit("t.drift", 5, from: -100)
        #expect(limit == -105...105)
    }

    @Test(
        "of other figures any move counts",
        arguments: ["t.interval.mean", "t.first", "t.coalesced", "t.served", "t.requested", "t.due"])
    func anyway(name: String) throws {
        let limit = try limit(name, 0, from: 100)
        #expect(!limit.contains(99))
        #expect(limit.contains(100))
        #expect(!limit.contains(101))
    }

    @Test("a share is taken of the baseline's distance from zero, rounded down")
    func shares() throws {
        #expect(try limit("t.lateness.p99", 50_000, relative: true, from: 1_999).upperBound == 1_999 + 99)
        #expect(try limit("t.lateness.p99", 50_000, relative: true, from: -1_999).upperBound == -1_999 + 99)
        #expect(try limit("t.lateness.p99", 50_000, relative: true, from: 0).upperBound == 0)
    }

    @Test("nothing overflows", arguments: [Int64.min, -1, 0, 1, Int64.max])
    func extremes(old: Int64) throws {
        for name in ["t.lateness.max", "t.fired", "t.drift", "t.first"] {
            for isRelative in [true, false] {
                let limit = try limit(name, .max, relative: isRelative, from: old)
                #expect(limit.contains(old) || old == .min)
            }
        }
    }

    @Test(
        "allowances are printed as they are written",
        arguments: [
            ("t.lateness.p99", GuardPlan.Allowance.relative(partsPerMillion: 50_000), "+5 %"),
            ("t.fired", .absolute(2), "+2"), ("t.lateness.p99", .absolute(1_500_000), "+1.5 ms"),
            ("t.drift", .absolute(1_000), "+1 ppm"),
        ])
    func text(name: String, allowance: GuardPlan.Allowance, expected: String) throws {
        let guarding = GuardPlan(try #require(FigureName(name)), allowance)
        #expect(guarding.allowanceText == expected)
    }
}
