import CoreFoundation
import Foundation
import LabRecording
import LabScenarioModel
import Synchronization

/// A thread's real run loop, which other threads may add to, wake and stop (CFRunLoop.c locks it).
///
/// The differences between the two Foundations are in `HostLoop+CoreLibs` and `HostLoop+Darwin`; one of them is
/// compiled.
final class HostLoop: @unchecked Sendable {
    let foundation: RunLoop
    let native: CFRunLoop
    /// The `performSelector:onThread:` requests of its thread.
    let requests: HostRequests

    static var defaultMode: NativeMode { RunLoop.Mode.default.native }

    /// The calling thread's.
    init() {
        foundation = RunLoop.current
        native = CFRunLoopGetCurrent()
        requests = HostRequests()
    }

    func stop() { CFRunLoopStop(native) }

    func wake() { CFRunLoopWakeUp(native) }

    func addCommonMode(_ mode: NativeMode) { CFRunLoopAddCommonMode(native, mode) }

    static func run(_ mode: NativeMode, seconds: TimeInterval, returnAfterSource: Bool) -> RunResult {
        let result = CFRunLoopRunInMode(mode, seconds, returnAfterSource)
        return RunResult(rawValue: Int64(result.rawValue)) ?? .finished
    }
}

/// A request to the host for a timer that can be cancelled.
protocol HostRequest: AnyObject { func cancel() }

/// How a host treats what a scenario leaves open.
package struct HostTraits: Sendable {
    /// A firing may come anywhere in the window of its tolerance or leeway; else it comes as early as may be.
    package var usesWindows: Bool
    /// A source of version 1 is a port of the kernel; else it is one that is signalled again until each message is served.
    package var hasPorts = true
    /// For tests, on a host that uses no windows: how far into its window a firing comes, 0 … 1.
    package var lateness = 0.0

    /// How much later a timer is asked for than it is due, ns; 0 on the host as it is.
    func shift(in window: Int64) -> Int64 { Int64(Double(max(0, window)) * lateness) }

    /// A host that fires late inside its windows; one that uses them is taken as it is.
    package var lateInWindow: HostTraits {
        usesWindows ? self : HostTraits(usesWindows: true, hasPorts: hasPorts, lateness: 0.6)
    }
}

/// The names of a scenario's modes on the host.
///
/// A mode that was made common stays so until the process ends, and costs descriptors. So the modes that are common
/// from the start have names of their own, shared by all runs. A mode that a step makes common has its run's name.
struct ModeNames: Sendable {
    /// The how-manieth run of this process it is.
    let run: Int
    let common: [ModeName]
    private let becomingCommon: [ModeName]

    private static let runs = Atomic<Int>(0)

    init(_ plan: ScenarioPlan, common: [ModeName]) {
        run = ModeNames.runs.add(1, ordering: .relaxed).newValue
        self.common = common
        var becomingCommon: [ModeName] = []
        plan.eachStep { step in if step.verb == .addCommonMode { becomingCommon += step.modes } }
        self.becomingCommon = becomingCommon
    }

    func foundation(_ mode: ModeName) -> RunLoop.Mode {
        switch mode {
        case .default: .default
        case .common: .common
        case _ where becomingCommon.contains(mode): RunLoop.Mode("timerlab \(run) \(mode.name)")
        case _ where common.contains(mode): RunLoop.Mode("timerlab common \(mode.name)")
        default: RunLoop.Mode("timerlab \(mode.name)")
        }
    }

    func foundation(_ modes: [ModeName]) -> [RunLoop.Mode] { modes.map { foundation($0) } }

    func native(_ mode: ModeName) -> NativeMode { foundation(mode).native }
}
