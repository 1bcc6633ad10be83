import Testing

@testable import LabWorkbench

@Suite("Names of mechanisms")
struct MechanismTests {
    @Test(
        "a bare name says where the mechanism usually is",
        arguments: [
            ("nstimer", Mechanism.Place.main), ("gcd", .queue), ("displaylink", .main), ("perform", .main),
            ("after", .queue), ("mach-wait", .worker), ("thread-sleep", .worker), ("task-sleep", .main),
            ("async-timer", .main), ("combine", .main),
        ])
    func bare(name: String, place: Mechanism.Place) throws {
        let mechanism = try Mechanism(parsing: name)
        #expect(mechanism.place == place)
        #expect(mechanism.mode == .default)
        #expect(mechanism.name == name)
    }

    @Test("place and mode can be said, and are left out where they are usual")
    func full() throws {
        #expect(try Mechanism(parsing: "NSTimer@Worker+Common").name == "nstimer@worker+common")
        #expect(try Mechanism(parsing: "nstimer@main+default").name == "nstimer")
        #expect(try Mechanism(parsing: "gcd@main").name == "gcd@main")
        #expect(try Mechanism(parsing: "gcd@queue").name == "gcd")
    }

    @Test(
        "the names of code mean the same",
        arguments: [
            ("Timer", "nstimer"), ("NSTimer@worker+NSRunLoopCommonModes", "nstimer@worker+common"),
            ("timer+.common", "nstimer+common"), ("CADisplayLink", "displaylink"), ("dispatch@main", "gcd@main"),
            ("DispatchSourceTimer", "gcd"), ("asyncAfter", "after"), ("Timer.publish+commonModes", "combine+common"),
            ("Task.sleep", "task-sleep"), ("AsyncTimerSequence@queue", "async-timer@queue"),
            ("nstimer+UITrackingRunLoopMode", "nstimer+tracking"), ("nstimer+kCFRunLoopDefaultMode", "nstimer"),
        ])
    func namesOfCode(name: String, canonical: String) throws {
        #expect(try Mechanism(parsing: name).name == canonical)
    }

    @Test(
        "every other name is refused, and says why",
        arguments: [
            ("sundial", Mechanism.Fault.unknownKind("sundial")), ("", .unknownKind("")), ("@main", .unknownKind("")),
            ("nstimer@queue", .unknownPlace("queue", of: "nstimer", known: ["main", "worker"])),
            ("gcd@", .unknownPlace("", of: "gcd", known: ["queue", "main", "global"])),
            ("thread-sleep@main", .unknownPlace("main", of: "thread-sleep", known: ["worker"])),
            ("nstimer+other", .unknownMode("other")), ("nstimer+", .unknownMode("")),
            ("gcd+common", .hasNoModes("gcd")),
        ])
    func refused(name: String, fault: Mechanism.Fault) {
        #expect(throws: fault) { try Mechanism(parsing: name) }
    }

    @Test("all mechanisms have a name of their own that means them")
    func all() throws {
        #expect(Mechanism.all.map(\.name) == Mechanism.names)
        for mechanism in Mechanism.all {
            #expect(try Mechanism(parsing: mechanism.name) == mechanism)
            for name in mechanism.otherPlaces { #expect(try Mechanism(parsing: name).name == name) }
        }
    }
}
