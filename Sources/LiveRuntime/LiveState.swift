import Dispatch
import ExactTime
import Foundation
import Recording
import ScenarioModel
import ScenarioProgram

/// What a thread of the run knows about itself; used by that thread alone.
final class ThreadContext {
    /// The planned thread; -1 for one of libdispatch's pool.
    let index: Int
    let entity: EntityID
    /// The mode of each activation, the innermost last.
    var modes: [ModeName] = []
    /// What the latest question on this thread was answered.
    var answer: Int64 = 0
    /// The timer that a `fire` step is about to call.
    var firedManually: LiveTimer?
    /// The thread was told to exit: steps and run calls come back at once.
    var isLeaving = false

    init(index: Int, entity: EntityID) {
        self.index = index
        self.entity = entity
    }
}

/// The firing that a step list speaks of: `{n}` and `when = { fired = … }` mean it even when the timer has fired again
/// meanwhile, as a captured variable would.
struct FiringSubject: Sendable {
    var timer: LiveTimer
    var firing: Int64
}

/// Whose callout a step list belongs to.
struct Scope {
    var owner: EntityID
    var subject: FiringSubject?
    /// The turn of the innermost `repeat`.
    var turn: Int64 = 0
}

/// One timer of the run; its fields are guarded by the machine's lock, except for those of `Timer` and source themselves.
final class LiveTimer: @unchecked Sendable {
    /// The plan's index; -1 for a perform request.
    let plan: Int
    let entity: EntityID
    let kind: TimerKind
    let list: ListID
    /// What the steps of a perform request speak of.
    let subject: FiringSubject?
    var timer: Timer?
    /// A perform request, or a subscription of Combine.
    var request: (any HostRequest)?
    var source: (any DispatchSourceTimer)?
    /// Its tolerance, ns.
    var tolerance: Int64 = 0
    var grid = Grid(anchor: 0, interval: nil)
    /// The grid's first point that no call has stood for yet.
    var next: Int64 = 0
    var fired: Int64 = 0
    /// When it last fired, ns.
    var lastFired: Int64 = 0
    var data: Int64 = 0
    var isMade = false
    var isValid = false
    var isCancelled = false
    var isFiring = false
    /// The fire date was set inside the callback.
    var wasReset = false
    /// A dispatch source: activated, and how often it is suspended.
    var isActive = false
    var suspensions = 0
    /// The thread whose run loop has it.
    var loop = EntityID.none
    var modes: [ModeName] = []
    var task: Task<Void, Never>?

    init(plan: Int, entity: EntityID, kind: TimerKind, list: ListID, subject: FiringSubject? = nil) {
        self.plan = plan
        self.subject = subject
        self.entity = entity
        self.kind = kind
        self.list = list
    }
}

/// What the other threads may know about a planned thread; guarded by the machine's lock.
struct LiveThreadState {
    enum Status { case unborn, starting, running, ended }

    var status = Status.unborn
    var isCancelled = false
    var loop: HostLoop?
    var hasUsedLoop = false
    var thread: Thread?
}

/// A `performSelector:afterDelay:` request that waits.
struct PendingPerform {
    var timer: LiveTimer
    var target: ObjectID
    var selector: NameID
    var thread: Int
}
