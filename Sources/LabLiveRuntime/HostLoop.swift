import CoreFoundation
import Foundation
import LabRecording
import LabScenarioModel
import Synchronization

/// A thread's real run loop, which other threads may add to, wake and stop (CFRunLoop.c locks it).
///
/// Made on the thread whose run loop it is. `HostLoop+CoreLibs` or `HostLoop+Darwin` has what the host's Foundation needs.
final class HostLoop: @unchecked Sendable {
    let foundation = RunLoop.current
    let native: CFRunLoop = CFRunLoopGetCurrent()
    /// The `performSelector:onThread:` requests of its thread.
    let requests = HostRequests()

    func stop() { CFRunLoopStop(native) }

    func wake() { CFRunLoopWakeUp(native) }

    func addCommonMode(_ mode: NativeMode) { CFRunLoopAddCommonMode(native, mode) }

    static func run(_ mode: NativeMode, seconds: TimeInterval, returnAfterSource: Bool) -> RunResult {
        let result = CFRunLoopRunInMode(mode, seconds, returnAfterSource)
        return RunResult(rawValue: Int64(result.rawValue)) ?? .finished
    }

    /// The object that a context of CoreFoundation refers to without retaining it.
    static func object<Object: AnyObject>(_ type: Object.Type, of info: UnsafeMutableRawPointer?) -> Object? {
        info.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A request to the host for a timer that can be cancelled.
protocol HostRequest: AnyObject { func cancel() }

/// The choices of a host where a scenario leaves one.
package struct HostTraits {
    /// True if a firing may come anywhere in the window of its tolerance or leeway; else it comes at the start.
    package var usesWindows: Bool
    /// True if a source of version 1 is a port of the kernel; else it is signalled again until each message is served.
    package var hasPorts = true
    /// For tests on a host without windows: the place of a firing in its window, 0 … 1.
    var lateness = 0.0

    /// The delay of a timer's request behind its due point, ns; 0 on the real host.
    func shift(in window: Int64) -> Int64 { Int64(Double(max(0, window)) * lateness) }

    /// A host that fires late inside its windows; a host with windows stays as it is.
    package var lateInWindow: HostTraits {
        usesWindows ? self : HostTraits(usesWindows: true, hasPorts: hasPorts, lateness: 0.6)
    }
}

/// The names of a scenario's modes on the host.
///
/// A common mode stays common until the process ends, and costs descriptors. So those that are common from the start
/// have names that all runs share; a mode that a step makes common has its run's name.
struct ModeNames {
    /// The number of this run in the process.
    let run: Int
    let common: [ModeName]
    private let becomingCommon: [ModeName]

    private static let runs = Atomic<Int>(0)

    init(_ plan: ScenarioPlan, common: [ModeName]) {
        run = Self.runs.add(1, ordering: .relaxed).newValue
        self.common = common
        becomingCommon = plan.steps { $0.verb == .addCommonMode }.flatMap(\.modes)
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
