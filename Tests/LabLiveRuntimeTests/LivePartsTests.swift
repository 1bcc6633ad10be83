import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram
import Synchronization
import Testing

@testable import LabLiveRuntime

@Suite("A timer of a live run")
struct LiveTimerTests {
    private func timer(interval: Int64?) -> LiveTimer {
        let timer = LiveTimer(plan: 0, entity: EntityID(0), kind: .nstimer, list: .none)
        timer.begin(grid: Grid(anchor: 100, interval: interval.map { Rational(whole: $0) }))
        return timer
    }

    @Test(
        "serves the point that its fire date names, or else the first that no call has stood for",
        arguments: [(nil, 110, 100, 1), (nil, 360, 100, 3), (300, 310, 300, 1), (300, 610, 300, 4)]
            as [(Int64?, Int64, Int64, Int64)])
    func points(date: Int64?, now: Int64, due: Int64, served: Int64) {
        #expect(timer(interval: 100).takePoints(until: now, from: date) == (due, served))
    }

    @Test("goes on where it has stopped")
    func next() {
        let timer = timer(interval: 100)
        _ = timer.takePoints(until: 360, from: nil)
        #expect(timer.takePoints(until: 420, from: nil) == (400, 1))
        #expect(timer.takePoints(3) == 500)
        #expect(timer.takePoints(1) == 800)
    }

    @Test("stands in each mode once, and in one run loop until it ends")
    func loops() {
        let timer = timer(interval: nil)
        #expect(timer.join([.default, .tracking], of: EntityID(1)) == [.default, .tracking])
        #expect(timer.join([.tracking], of: EntityID(1)) == [])
        #expect(timer.join([.default], of: EntityID(2)) == nil)
        #expect(timer.end() == [.default, .tracking])
        #expect(!timer.isValid)
        #expect(timer.join([.default], of: EntityID(2)) == [.default])
    }

    @Test("knows whether its date was set inside its callback, whatever a manual firing does in between")
    func dates() {
        let timer = timer(interval: 100)
        #expect(timer.beginFiring(at: 110) == 1)
        timer.follow(Grid(anchor: 500, interval: nil))
        #expect(timer.beginFiring(at: 120, isManual: true) == 2)
        #expect(timer.endFiring())
        #expect(timer.beginFiring(at: 510) == 3)
        #expect(!timer.endFiring())
    }

    @Test("is cancelled once, and only when it was made")
    func cancelling() {
        let never = LiveTimer(plan: 0, entity: EntityID(0), kind: .gcd, list: .none)
        #expect(!never.cancel())
        let timer = timer(interval: nil)
        #expect(timer.cancel())
        #expect(!timer.cancel())
    }

    @Test("is gone when it ends, and cancels what the host has for it")
    func requests() {
        final class Asked: HostRequest {
            var isCancelled = false
            func cancel() { isCancelled = true }
        }
        let (timer, asked) = (timer(interval: nil), Asked())
        #expect(timer.isGone)
        timer.keep(.request(asked))
        #expect(!timer.isGone)
        timer.tearDown()
        #expect(asked.isCancelled && timer.isGone)
    }
}

@Suite("What waits in a live run")
struct LiveWaitingTests {
    @Test("events of a thread are taken in their order, and their port goes with the last, but for the main thread's")
    func events() {
        let members = LiveMembers()
        func receive(_ event: Int, for thread: Int) -> Bool {
            members.receive(event, for: thread) { LiveInput(order: 0) {} }.isNew
        }
        #expect([receive(7, for: 1), receive(8, for: 1), receive(9, for: 0)] == [true, false, true])
        #expect([members.nextEvent(of: 1), members.nextEvent(of: 1), members.nextEvent(of: 1)] == [7, 8, nil])
        #expect(members.nextEvent(of: 0) == 9)
        #expect([receive(3, for: 1), receive(4, for: 0)] == [true, false])
    }

    @Test("perform requests are taken once, by what is asked for")
    func performs() {
        let performs = PendingPerforms()
        for thread in 0..<3 {
            let timer = LiveTimer(plan: -1, entity: EntityID(0), kind: .perform, list: .none)
            performs.append((timer, target: .none, selector: .none, thread))
        }
        #expect(performs.remove { $0.thread > 0 }.map(\.thread) == [1, 2])
        #expect(performs.remove { _ in true }.map(\.thread) == [0])
    }

    @Test("a queue that is suspended twice is resumed by as many, and one that is not by none")
    func queues() {
        let queues = LiveQueues([QueuePlan(id: "serial", kind: .serial)])
        queues.resume(0)
        let ran = Atomic<Int>(0)
        queues.suspend(0)
        queues.suspend(0)
        queues.resume(0)
        queues[0].async { ran.add(1, ordering: .relaxed) }
        #expect(ran.load(ordering: .relaxed) == 0)
        queues.tearDown()
        queues[0].sync {}
        #expect(ran.load(ordering: .relaxed) == 1)
    }
}
