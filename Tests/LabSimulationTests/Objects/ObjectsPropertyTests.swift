import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// Small graphs and event orders at random, held against the naive model.
@Suite("Objects: reference counting against a naive model")
struct ObjectsPropertyTests {
    @Test("deallocations come at the same points and in the same order as naive counting says", arguments: 0..<16)
    func agreesWithNaiveCounting(block: Int) throws {
        for seed in 0..<50 {
            let plan = RandomPlan(seed: UInt64(block * 50 + seed) &+ 1).plan
            var naive = NaiveReferences(plan: plan)
            naive.run()
            let trace = try Simulator.record(plan).trace
            let lives = trace.lives().map { $0.drop { $0 != " " }.dropFirst() }.map(String.init)
            #expect(lives == naive.events, "seed \(block * 50 + seed)")
            #expect((trace.crash() != nil) == naive.hasCrashed, "seed \(block * 50 + seed)")
            guard !naive.hasCrashed else { continue }
            for part in plan.creationOrder {
                #expect(
                    trace.holders(of: naive.name(part)).sorted() == naive.holders(of: part).sorted(),
                    "seed \(block * 50 + seed)")
            }
        }
    }

    @Test("the draws reach what they are meant to try: deaths, crashes, and runs without one")
    func drawsAreVaried() {
        var deaths = 0
        var crashes = 0
        for seed in 1...400 {
            var naive = NaiveReferences(plan: RandomPlan(seed: UInt64(seed)).plan)
            naive.run()
            deaths += naive.events.count { $0.hasSuffix("is gone") }
            crashes += naive.hasCrashed ? 1 : 0
        }
        #expect(deaths > 800)
        #expect(crashes > 20 && crashes < 200)
    }

    @Test("nothing dies twice, and nothing happens to it after its death", arguments: 0..<16)
    func nothingDiesTwice(block: Int) throws {
        for seed in 0..<50 {
            let trace = try Simulator.record(RandomPlan(seed: UInt64(block * 50 + seed) &+ 5000).plan).trace
            var dead: Set<EntityID> = []
            for record in trace.records {
                switch record.kind {
                case .deallocated: #expect(dead.insert(record.entity).inserted)
                case .deallocBegan, .retained, .fired, .messaged: #expect(!dead.contains(record.entity))
                default: break
                }
            }
        }
    }
}

/// A plan drawn from a seed.
private struct RandomPlan {
    private(set) var plan = ScenarioPlan()
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
        plan.duration = ms(1000)
        let objects = 2 + draw(4)
        let timers = draw(4)
        for index in 0..<objects {
            var object = ObjectPlan(id: "o\(index)", className: "C\(index)")
            if draw(3) > 0 { object.heldBy.append([.local, .staticVariable, .navigation][draw(3)]) }
            for place in 0..<draw(4) {
                let part = drawPart(objects: objects, timers: timers)
                if part != .object(index) { object.strong.append(PropertyPlan(name: "p\(place)", part: part)) }
            }
            for _ in 0..<draw(3) {
                object.dealloc.append(Step(drawAction(objects: objects, timers: timers, allowsCrash: false)))
            }
            plan.objects.append(object)
            plan.creationOrder.append(.object(index))
        }
        for index in 0..<timers {
            var timer = TimerPlan(id: "t\(index)", kind: .nstimer)
            timer.interval = Rational(whole: ms(5000))
            timer.repeats = true
            if draw(3) > 0 {
                timer.callback.style = .target
                timer.callback.target = TargetPlan(object: draw(objects))
            }
            if draw(4) == 0 { timer.heldBy = [.local] }
            plan.timers.append(timer)
            plan.creationOrder.append(.timer(index))
        }
        for index in 0..<12 {
            let actions = (0...draw(2)).map { _ in
                Step(drawAction(objects: objects, timers: timers, allowsCrash: true))
            }
            plan.events.append(EventPlan(id: "e\(index)", at: ms(Int64(10 * (index + 1))), steps: actions))
        }
    }

    private mutating func draw(_ count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, count)))
    }

    private mutating func drawPart(objects: Int, timers: Int) -> PartReference {
        let drawn = draw(objects + timers)
        return drawn < objects ? .object(drawn) : .timer(drawn - objects)
    }

    private mutating func drawAction(objects: Int, timers: Int, allowsCrash: Bool) -> Action {
        let object = draw(objects)
        switch draw(allowsCrash ? 14 : 10) {
        case 0, 1: return .release(drawPart(objects: objects, timers: timers))
        case 2, 3: return timers > 0 ? .invalidate(.timer(draw(timers))) : .pop(object)
        case 4: return .pop(object)
        case 5, 6:
            return .assign(
                owner: object, property: "p\(draw(3))", part: drawPart(objects: objects, timers: timers), isWeak: false)
        case 7, 8: return .assign(owner: object, property: "p\(draw(3))", part: nil, isWeak: false)
        case 9, 10: return .message(MessagePlan(receiver: .object(object), selector: "poke"))
        case 11: return draw(4) == 0 ? .overRelease(object) : .release(.object(object))
        default: return draw(4) == 0 ? .push(object) : .pop(object)
        }
    }
}
