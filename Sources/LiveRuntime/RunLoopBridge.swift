import Foundation
import Recording
import ScenarioModel

#if !canImport(Darwin)
    @preconcurrency import CoreFoundation

    typealias NativeMode = CFString
#else
    typealias NativeMode = CFRunLoopMode
#endif

/// The names of a scenario's modes on the host.
///
/// A mode that was made common stays so until the process ends, and costs descriptors: the modes that are common from the
/// start go under other names than those that are not, for all runs alike; one that a step makes common has its run's name.
struct ModeNames: Sendable {
    let run: Int
    let common: [ModeName]
    /// Modes that a step makes common.
    let becomingCommon: [ModeName]

    func foundation(_ mode: ModeName) -> RunLoop.Mode {
        switch mode {
        case .default: .default
        case .common: .common
        case _ where becomingCommon.contains(mode): RunLoop.Mode("timerlab \(run) \(mode.name)")
        case _ where common.contains(mode): RunLoop.Mode("timerlab common \(mode.name)")
        default: RunLoop.Mode("timerlab \(mode.name)")
        }
    }

    func native(_ mode: ModeName) -> NativeMode {
        #if !canImport(Darwin)
            switch mode {
            case .default: return kCFRunLoopDefaultMode
            case .common: return kCFRunLoopCommonModes
            default:
                // 0x08000100: kCFStringEncodingUTF8, which the module does not export.
                return CFStringCreateWithCString(nil, foundation(mode).rawValue, 0x0800_0100)
                    ?? kCFRunLoopDefaultMode
            }
        #else
            return CFRunLoopMode(rawValue: foundation(mode).rawValue as CFString)
        #endif
    }
}

/// A thread's real run loop, which other threads may add to, wake and stop (CFRunLoop.c locks it).
final class LiveLoop: @unchecked Sendable {
    let foundation: RunLoop
    let native: CFRunLoop

    #if !canImport(Darwin)
        static var defaultMode: NativeMode { kCFRunLoopDefaultMode }
    #else
        static var defaultMode: NativeMode { .defaultMode }
    #endif

    /// The calling thread's.
    init() {
        foundation = RunLoop.current
        native = CFRunLoopGetCurrent()
    }

    func stop() { CFRunLoopStop(native) }

    func wake() { CFRunLoopWakeUp(native) }

    /// Has the earliest timer of each mode armed anew.
    ///
    /// On Darwin the last timer that goes takes the kernel timer with it; on Linux that one stays armed, wakes the loop, and
    /// has it return from an empty mode. A timer in the distant future that comes and goes moves it away.
    func rearm(_ modes: [NativeMode]) {
        let timer = CFRunLoopTimerCreateWithHandler(
            nil, Date.distantFuture.timeIntervalSinceReferenceDate, 0, 0, 0, { _ in })
        guard let timer else { return }
        for mode in modes { CFRunLoopAddTimer(native, timer, mode) }
        CFRunLoopTimerInvalidate(timer)
    }

    func addCommonMode(_ mode: NativeMode) { CFRunLoopAddCommonMode(native, mode) }

    /// One activation of the calling thread's loop.
    static func run(_ mode: NativeMode, seconds: TimeInterval, returnAfterSource: Bool) -> RunResult {
        let result = CFRunLoopRunInMode(mode, seconds, returnAfterSource)
        return RunResult(rawValue: Int64(result.rawValue)) ?? .finished
    }
}
