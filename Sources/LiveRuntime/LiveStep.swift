import Recording
import ScenarioModel

/// A step with the numbers that its records bear.
struct LiveStep: Sendable {
    let action: Action
    let condition: Condition?
    /// Its index among the steps of the trace.
    let number: Int64
    /// The steps inside it.
    let inner: [LiveStep]
    /// The block, or the timer of a perform request, that it makes.
    let entity: EntityID
    /// The template of its log line; -1: none.
    let template: Int64
}

/// Numbers the steps, log templates and blocks of a plan.
struct StepNumbering {
    private(set) var places: [Range<Int>] = []
    private(set) var templates: [LogTemplate] = []
    private(set) var blocks: [Entity] = []
    let firstBlock: Int

    init(firstBlock: Int) { self.firstBlock = firstBlock }

    mutating func number(_ steps: [Step]) -> [LiveStep] { steps.map { number($0) } }

    private mutating func number(_ step: Step) -> LiveStep {
        let number = Int64(places.count)
        places.append(step.place)
        var template: Int64 = -1
        if case .log(let text) = step.action {
            template = Int64(templates.count)
            templates.append(LogTemplate(pieces: text.pieces.map(\.hole)))
        }
        let inner = step.action.innerSteps
        return LiveStep(
            action: step.action, condition: step.condition, number: number, inner: self.number(inner),
            entity: block(of: step), template: template)
    }

    private mutating func block(of step: Step) -> EntityID {
        let entity: Entity
        switch step.action {
        case .performBlock: entity = Entity(.block, name: "perform block", place: step.place)
        case .async: entity = Entity(.block, name: "async block", place: step.place)
        case .asyncAfter: entity = Entity(.block, name: "async_after block", place: step.place)
        case .perform(let plan):
            if case .after = plan.delivery {
                entity = Entity(
                    .timer, name: plan.selector, place: step.place, detail: "perform",
                    timer: TimerTraits(interval: nil, repeats: false))
            } else {
                entity = Entity(.block, name: plan.selector, place: step.place)
            }
        default: return .none
        }
        blocks.append(entity)
        return EntityID(firstBlock + blocks.count - 1)
    }
}

extension LogTextPlan.Piece {
    /// The literal, or how the field's value is printed.
    fileprivate var hole: LogTemplate.Piece {
        switch self {
        case .literal(let text): return .literal(text)
        case .field(let field):
            switch field {
            case .firing, .turn, .data, .isValid, .answer, .ticks: return .number(width: 1)
            case .countdown(_, let width): return .number(width: Int(clamping: width))
            case .thread: return .thread
            case .timestamp, .targetTimestamp, .frameDuration, .fireDate, .now: return .seconds
            case .mode: return .mode
            }
        }
    }
}
