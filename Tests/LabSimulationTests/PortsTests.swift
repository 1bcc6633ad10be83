import LabScenarioModel
import LabScenarioProgram
import Testing

@testable import LabSimulation

/// The ports of a run loop as a machine of their own: what comes, and what each pass takes then.
@Suite("Ports")
struct PortsTests {
    /// Something that comes at an instant.
    enum Event {
        case wakeUp(Int64)
        case mainQueue(Int64)
        case event(Int64)
        case waitBegins(Int64)
    }

    private static let mode = ModeID(0)
    private static let other = ModeID(1)
    private static let both = ModeSet(bits: ModeSet(mode: mode).bits | ModeSet(mode: other).bits)

    private func make(_ events: [Event]) -> Ports {
        let modes = PortsTests.both
        var ports = Ports(modes: modes)
        var order: UInt32 = 1
        for event in events {
            order += 1
            switch event {
            case .wakeUp(let time): ports.requestWakeUp(Arrival(time: time, order: order))
            case .mainQueue(let time): ports.receiveMainQueue(Arrival(time: time, order: order))
            case .event(let time): ports.receive(EventID(0), in: modes, Arrival(time: time, order: order))
            case .waitBegins(let time): ports.beginWait(isMainQueueReady: true, Arrival(time: time, order: order))
            }
        }
        return ports
    }

    /// What one pass after the other takes at an instant, with a kernel timer that is armed for `timer`.
    private func taken(
        _ ports: Ports, in mode: ModeID = PortsTests.mode, timer: Int64, hasMainQueue: Bool = false, now: Int64,
        order: OpenChoices.PortOrder = .arrival
    ) -> [Ports.Port] {
        var ports = ports
        var (timer, hasMainQueue) = (timer, hasMainQueue)
        var taken: [Ports.Port] = []
        while taken.count < 8 {
            let ready = ports.ready(
                in: mode, timer: ports.expiry(of: PortsTests.mode, armedFor: timer, now: now),
                hasMainQueue: hasMainQueue,
                hasEvents: ports.hasEvents)
            let port = ports.serve(ready, in: mode, order, prefersTimers: true) { _ in 0 }
            switch port {
            case .none: return taken
            case .timer: timer = .max
            case .mainQueue: hasMainQueue = false
            case .event: _ = ports.takeEvent(in: mode, Arrival(time: now, order: 100))
            case .wakeUp, .source1: break
            }
            taken.append(port)
        }
        return taken
    }

    @Test(
        "are taken in the order in which they became ready, one a pass, and what is not taken stays",
        arguments: [
            ([.event(150)], 200, [.event, .timer]), ([.event(250)], 200, [.timer, .event]),
            ([.event(200)], 200, [.timer, .event]), ([.wakeUp(150), .event(160)], 200, [.wakeUp, .event, .timer]),
            ([.wakeUp(150), .wakeUp(160)], .max, [.wakeUp]), ([.event(150), .event(160)], .max, [.event, .event]),
            ([], 301, []),
        ] as [([Event], Int64, [Ports.Port])])
    func arrival(events: [Event], timer: Int64, ports: [Ports.Port]) {
        #expect(taken(make(events), timer: timer, now: 300) == ports)
    }

    @Test(
        "of the main queue join the set anew for each wait",
        arguments: [
            ([.mainQueue(100), .event(150), .waitBegins(300)], [.event, .mainQueue]),
            ([.waitBegins(90), .event(150)], [.mainQueue, .event]),
        ] as [([Event], [Ports.Port])])
    func mainQueue(events: [Event], ports: [Ports.Port]) {
        #expect(taken(make(events), timer: .max, hasMainQueue: true, now: 300) == ports)
    }

    @Test(
        "go by kind when the device says so",
        arguments: [
            (.timersFirst, [.timer, .event, .mainQueue, .wakeUp]),
            (.sourcesFirst, [.event, .timer, .mainQueue, .wakeUp]),
            (.alternating, [.timer, .event, .mainQueue, .wakeUp]),
        ] as [(OpenChoices.PortOrder, [Ports.Port])])
    func byKind(order: OpenChoices.PortOrder, ports: [Ports.Port]) {
        let events: [Event] = [.waitBegins(90), .wakeUp(100), .event(150)]
        #expect(taken(make(events), timer: 200, hasMainQueue: true, now: 300, order: order) == ports)
    }

    @Test(
        "have a wake-up for each limit that was over before, once, and none for one that is over at the instant itself",
        arguments: [([200], [.wakeUp]), ([300], []), ([100, 200], [.wakeUp])] as [([Int64], [Ports.Port])])
    func limits(ends: [Int64], ports: [Ports.Port]) {
        var loop = RunLoop(
            thread: .main, node: .none, commonModes: .none, servesEvents: false, ports: make([]),
            timers: TimerGroups(.earliest), sourcePorts: SourcePorts(modes: PortsTests.both))
        for end in ends {
            loop.beginActivation(RunLoop.Level(mode: PortsTests.mode, frame: 0, hasHiddenItem: false))
            loop.limitActivation(to: end)
        }
        var deaf = loop
        loop.takeLimits(before: 300)
        #expect(taken(loop.ports, timer: .max, now: 300) == ports)
        deaf.dropLimits(until: 300)
        deaf.takeLimits(before: 400)
        #expect(taken(deaf.ports, timer: .max, now: 400) == [])
    }

    @Test("of a mode whose timer fires in another one have a message, until they are taken or armed anew")
    func leftOver() {
        var ports = Ports(modes: PortsTests.both)
        ports.leaveExpired(PortsTests.mode, since: Arrival(time: 100, order: 0))
        #expect(ports.expiry(of: PortsTests.mode, armedFor: .max, now: 300) == Arrival(time: 100, order: 0))
        #expect(ports.expiry(of: PortsTests.other, armedFor: .max, now: 300) == nil)
        #expect(taken(ports, timer: .max, now: 300) == [.timer])
        ports.rearm(ModeSet(mode: PortsTests.other))
        #expect(ports.isLeftOver(PortsTests.mode))
        ports.rearm(ModeSet(mode: PortsTests.mode))
        #expect(!ports.isLeftOver(PortsTests.mode))
    }

    @Test("of a kernel timer that went off keep their place until a look reaches them without a message")
    func place() {
        var ports = make([.event(150)])
        ports.goOff(PortsTests.mode, Arrival(time: 100, order: 9))
        #expect(taken(ports, timer: 250, now: 300) == [.timer, .event])
        // It went off in the batch, and not when its timer was due.
        var later = make([.event(50)])
        later.goOff(PortsTests.mode, Arrival(time: 100, order: 9))
        #expect(taken(later, timer: 20, now: 300) == [.event, .timer])
        ports.look(timer: nil, hasEvents: false)
        #expect(taken(ports, timer: 250, now: 300) == [.event, .timer])
    }

    @Test("keep their place behind the port that a look takes")
    func notReached() {
        var ports = make([.event(50)])
        ports.goOff(PortsTests.mode, Arrival(time: 100, order: 9))
        ports.look(timer: nil, hasEvents: true)
        _ = ports.takeEvent(in: PortsTests.mode, Arrival(time: 120, order: 10))
        ports.receive(EventID(0), in: PortsTests.both, Arrival(time: 150, order: 11))
        #expect(taken(ports, timer: 250, now: 300) == [.timer, .event])
    }

    @Test("of wake-ups keep their place in the set of a mode while another mode takes the message")
    func wakeUpInAnotherMode() {
        var ports = make([.wakeUp(100)])
        ports.look(timer: nil, hasEvents: false)
        ports.receive(EventID(0), in: PortsTests.both, Arrival(time: 150, order: 9))
        ports.requestWakeUp(Arrival(time: 200, order: 10))
        #expect(taken(ports, timer: .max, now: 300) == [.event, .wakeUp])
        #expect(taken(ports, in: PortsTests.other, timer: .max, now: 300) == [.wakeUp, .event])
    }

    @Test("of a kernel timer stay armed for their instant when a tolerance is set, until they are armed or taken")
    func pinned() {
        var ports = Ports(modes: PortsTests.both)
        ports.pin(PortsTests.mode, at: 100)
        ports.pin(PortsTests.mode, at: 140)
        #expect(ports.pinnedInstant(of: PortsTests.mode) == 100)
        #expect(ports.pinnedInstant(of: PortsTests.other) == nil)
        ports.rearm(ModeSet(mode: PortsTests.mode))
        #expect(ports.pinnedInstant(of: PortsTests.mode) == nil)
        ports.pin(PortsTests.mode, at: 140)
        ports.look(timer: Arrival(time: 140, order: 0), hasEvents: false)
        #expect(ports.pinnedInstant(of: PortsTests.mode) == nil)
    }

    @Test("keep their place in the set of a mode while another mode takes their messages")
    func placeInAnotherMode() {
        var ports = make([.event(100), .event(170)])
        _ = ports.takeEvent(in: PortsTests.mode, Arrival(time: 200, order: 9))
        // Where it was taken it goes to the tail.
        #expect(taken(ports, timer: 150, now: 300) == [.timer, .event])
        // `taken` asks the kernel timer of the first mode, which goes for the other one as well here.
        #expect(taken(ports, in: PortsTests.other, timer: 150, now: 300) == [.event, .timer])
        // Emptied in the first mode, it stands there for the other one until a look comes to it.
        _ = ports.takeEvent(in: PortsTests.mode, Arrival(time: 200, order: 10))
        ports.receive(EventID(0), in: PortsTests.both, Arrival(time: 250, order: 11))
        #expect(taken(ports, timer: 220, now: 300) == [.timer, .event])
        #expect(taken(ports, in: PortsTests.other, timer: 220, now: 300) == [.event, .timer])
    }

    @Test("of a kernel timer that is armed for what has passed have their message from then on")
    func armedLate() {
        var ports = make([.event(150)])
        ports.goOff(PortsTests.mode, Arrival(time: 200, order: 9))
        #expect(taken(ports, timer: 100, now: 300) == [.event, .timer])
        // Once it is taken, it goes off at the instant for which it is armed next.
        _ = ports.serve(
            ports.ready(
                in: PortsTests.mode, timer: Arrival(time: 100, order: 0), hasMainQueue: false, hasEvents: false),
            in: PortsTests.mode, .arrival, prefersTimers: true
        ) { _ in 0 }
        #expect(taken(ports, timer: 100, now: 300) == [.timer, .event])
    }
}

extension Ports {
    /// A look at the first mode's set, in order of arrival.
    fileprivate mutating func look(timer: Arrival?, hasEvents: Bool) {
        let ready = ready(in: ModeID(0), timer: timer, hasMainQueue: false, hasEvents: hasEvents)
        _ = serve(ready, in: ModeID(0), .arrival, prefersTimers: true) { _ in 0 }
    }
}
