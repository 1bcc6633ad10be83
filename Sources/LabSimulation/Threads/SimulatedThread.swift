import LabRecording
import LabScenarioProgram

struct SimulatedThread {
    enum Status {
        case unborn
        /// It is running, or continues at this instant.
        case running
        /// Busy or blocked until its ticket comes up.
        case busy
        case waiting
        /// A pool thread without a queue to serve.
        case idle
        case ended
    }

    let entity: EntityID
    let node: NodeID
    /// The plan's index; -1 for a pool thread.
    let plan: Int
    var status = Status.unborn
    private(set) var frames: [Frame] = []
    /// The calls that the batches on the stack have yet to make, the next one last.
    private(set) var calls: [Call] = []
    /// True if the last call of the latest batch was not made.
    private(set) var hasSkippedLastCall = false
    /// The blocks of each frame that holds some back.
    private(set) var heldBlocks: [[RunLoop.Pending]] = []
    /// The references that the releases on the stack have yet to drop, the next one last.
    private(set) var releases: [Reference] = []
    /// References that the thread's autorelease pools hold, oldest first.
    private(set) var pool: [EdgeID] = []
    /// Nodes that callouts in progress keep, oldest first.
    private(set) var holds: [NodeID] = []
    /// Local variables of functions that a run loop or a queue calls: references, and the callout's place among the frames.
    private(set) var functionLocals: [(edge: EdgeID, frame: Int)] = []
    /// Nodes that only the statement that makes them holds.
    private(set) var temporaries: [NodeID] = []
    var loop: LoopID = .none
    /// Stale resumptions have older tickets.
    var ticket: UInt32 = 0
    /// The instant at which the thread continues, on the uptime axis, unless something happens before.
    var wakeTime: Int64 = .max
    var isCancelled = false
    /// Its wait for another thread; nil if it waits for none.
    var wait: ThreadWait?
    /// True if it exits and leaves everything as it is.
    var hasExited = false
    /// The number of main-queue drains in progress on the thread.
    var mainDrains = 0
    /// The answer to the latest question on this thread: 1 or 0, or a run's raw result.
    var answer: Int64 = 0
    var lastRunResult = RunResult.finished

    // MARK: The stack

    var top: Int { frames.count - 1 }

    mutating func push(_ frame: Frame) { frames.append(frame) }

    mutating func pushSteps(_ steps: StepsFrame) { if steps.list.exists { push(.steps(steps)) } }

    mutating func pop() { frames.removeLast() }

    mutating func replaceTop(with frame: Frame) { frames[top] = frame }

    mutating func replaceFrame(at place: Int, with frame: Frame) { frames[place] = frame }

    /// Replaces everything in progress by one frame.
    mutating func restart(with frame: Frame) { frames = [frame] }

    mutating func clearFrames() { frames.removeAll() }

    var innermostCallout: Int? { frames.lastIndex { if case .callout = $0 { true } else { false } } }

    /// The present step of its innermost list; -1: none.
    func currentStep(_ program: Program) -> Int32 {
        for frame in frames.reversed() {
            guard case .steps(let steps) = frame, steps.next > 0 else { continue }
            return program.lists[steps.list][Int(steps.next) - 1].step
        }
        return -1
    }

    /// Makes the calls in order, then continues with the present top.
    mutating func pushBatch(_ batch: [Call]) {
        guard !batch.isEmpty else { return }
        calls += batch.reversed()
        push(.batch(remaining: batch.count, isLastMade: true))
    }

    mutating func endBatch(isLastMade: Bool) {
        pop()
        hasSkippedLastCall = !isLastMade
    }

    mutating func takeCall() -> Call { calls.removeLast() }

    mutating func pushHeldBlocks(_ blocks: [RunLoop.Pending]) {
        heldBlocks.append(blocks)
        push(.heldBlocks)
    }

    mutating func takeHeldBlocks() -> [RunLoop.Pending] {
        pop()
        return heldBlocks.removeLast()
    }

    /// Drops the references in order, then continues with the present top.
    mutating func pushReleases(_ references: [Reference]) {
        releases += references.reversed()
        push(.releases(remaining: references.count))
    }

    mutating func takeRelease() -> Reference { releases.removeLast() }

    /// `[NSThread exit]`: nothing in progress ever continues.
    mutating func abandonEverything() {
        restart(with: .body)
        mainDrains = 0
        calls.removeAll()
        releases.removeAll()
        heldBlocks.removeAll()
        holds.removeAll()
        hasExited = true
    }

    // MARK: What it keeps

    mutating func autorelease(_ edge: EdgeID) { pool.append(edge) }

    mutating func takePool(downTo mark: Int) -> [EdgeID] { pool.removeAll(from: mark).reversed() }

    mutating func hold(_ node: NodeID) { holds.append(node) }

    mutating func takeHolds(downTo mark: Int) -> [NodeID] { holds.removeAll(from: mark) }

    mutating func removeHolds(_ range: Range<Int>) {
        if range.upperBound == holds.count { holds.removeLast(range.count) } else { holds.removeSubrange(range) }
    }

    mutating func keepTemporarily(_ nodes: [NodeID]) { temporaries += nodes }

    mutating func takeTemporaries() -> [NodeID] { temporaries.removeAll(from: 0) }

    mutating func endWithCallout(_ edge: EdgeID, at frame: Int) { functionLocals.append((edge, frame)) }

    func hasFunctionLocals(from frame: Int) -> Bool { functionLocals.last.map { $0.frame >= frame } ?? false }

    /// The variables of the callout at this place, in the reverse order of their making.
    mutating func takeFunctionLocals(from frame: Int) -> [EdgeID] {
        defer { functionLocals.removeAll { $0.frame >= frame } }
        return functionLocals.filter { $0.frame >= frame }.map(\.edge).reversed()
    }

    mutating func forgetFunctionLocal(_ edge: EdgeID) { functionLocals.removeAll { $0.edge == edge } }
}

extension Array {
    /// Removes the elements from a place on, and returns them.
    fileprivate mutating func removeAll(from place: Int) -> [Element] {
        guard count > place else { return [] }
        defer { removeLast(count - place) }
        return Array(self[place...])
    }
}

/// A thread's wait until another one has done something.
struct ThreadWait {
    enum Subject {
        /// Until a queue has run its block.
        case queue(QueueID)
        /// Until a thread's run loop has performed its request.
        case thread(ThreadID)
        /// Until a step counts.
        case counter(Int)
    }

    var on: Subject
    var step: Int32
}

/// A strong reference that is about to be dropped.
enum Reference {
    case edge(EdgeID)
    case hold(NodeID)
}

extension ThreadID { static let main = ThreadID(0) }
