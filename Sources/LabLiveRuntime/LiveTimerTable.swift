import LabRecording
import LabScenarioModel
import LabScenarioProgram
import Synchronization

/// All timers of the run: the planned ones, and those that the same code makes again.
final class LiveTimerTable: Sendable {
    private struct State {
        /// By the plan's index, the latest timer of each copy.
        var latest: [[LiveTimer]]
        /// The timers in the order of their entities.
        var all: [LiveTimer]
        var entities: [Entity]
    }

    private let state: Mutex<State>

    init(_ plan: ScenarioPlan, _ program: Program) {
        let timers = plan.timers.indices.map { index in
            program.instances(of: index).enumerated().map { copy, instance in
                LiveTimer(
                    plan: index, copy: copy, entity: program.entities.timers[instance], kind: plan.timers[index].kind,
                    list: program.timers[index].callback)
            }
        }
        state = Mutex(State(latest: timers, all: Array(timers.joined()), entities: program.entities.all))
    }

    var all: [LiveTimer] { state.withLock(\.all) }

    /// The entities of records; timers that were made again are at the end.
    var entities: [Entity] { state.withLock(\.entities) }

    /// The copies to which a planned timer's name refers: the firing one in its own callback, elsewhere the latest.
    subscript(index: Int, subject: FiringSubject?) -> [LiveTimer] {
        let latest = self[index]
        guard let own = subject?.timer, own.plan == index else { return latest }
        return latest.map { $0.copy == own.copy ? own : $0 }
    }

    subscript(index: Int) -> [LiveTimer] { state.withLock { $0.latest[index] } }

    /// Adds a second timer of the same code.
    func remake(_ timer: LiveTimer) -> LiveTimer {
        state.withLock { state in
            let made = state.all.filter { $0.plan == timer.plan && $0.copy == timer.copy }
            var entity = state.entities[Int((made.first ?? timer).entity.index)]
            if !entity.group.exists { entity.group = (made.first ?? timer).entity }
            entity.name += " (\(made.count + 1))"
            let new = LiveTimer(
                plan: timer.plan, copy: timer.copy, entity: EntityID(state.entities.count), kind: timer.kind,
                list: timer.list)
            state.entities.append(entity)
            state.all.append(new)
            state.latest[timer.plan][timer.copy] = new
            return new
        }
    }
}
