// What the changes of code that `remedy` prints need to be type-checked where there is no UIKit and no Objective-C.
import Dispatch
import Foundation

struct Selector { init(_: Any) {} }

/// UIKit's, and AppKit's of the same name.
@MainActor class UIViewController: NSObject {
    func viewWillDisappear(_ animated: Bool) {}
    func viewWillDisappear() {}
    // A view's.
    var window: AnyObject? { nil }
    func didMoveToWindow() {}
    func viewDidMoveToWindow() {}
}

@MainActor final class NSView {
    func displayLink(target: Any, selector: Selector) -> CADisplayLink {
        CADisplayLink(target: target, selector: selector)
    }
}

enum UIBackgroundTaskIdentifier { case invalid, one }

@MainActor final class UIApplication {
    static let shared = UIApplication()
    func beginBackgroundTask(
        expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .one }
    func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

final class CADisplayLink: NSObject {
    init(target: Any, selector: Selector) {}
    var preferredFramesPerSecond = 0
    var isPaused = false
    let (timestamp, targetTimestamp) = (0.0, 0.0)
    var preferredFrameRateRange = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
    func add(to: RunLoop, forMode: RunLoop.Mode) {}
    func invalidate() {}
}

typealias CFString = String
struct CFRunLoopMode {
    static let defaultMode = CFRunLoopMode("")
    let rawValue = ""
    init(_: CFString) {}
}
// swift-format-ignore
func CFRunLoopRunInMode(_: CFRunLoopMode, _: TimeInterval, _: Bool) {}
final class CFRunLoop {}
// swift-format-ignore
func CFRunLoopStop(_: CFRunLoop) {}
// swift-format-ignore
func CFRunLoopGetCurrent() -> CFRunLoop { CFRunLoop() }
// swift-format-ignore
func CFRunLoopGetMain() -> CFRunLoop { CFRunLoop() }
// swift-format-ignore
func CFRunLoopWakeUp(_: CFRunLoop) {}
// swift-format-ignore
func CFRunLoopPerformBlock(_: CFRunLoop, _: Any, _: @escaping () -> Void) {}

struct CAFrameRateRange { init(minimum: Float, maximum: Float, preferred: Float?) {} }

final class WeakProxy {
    weak var target: AnyObject?
    init(_: Any) {}
}
final class Relay {
    init(_: Any) {}
    func tick(_: Any) {}
}
final class Receiver {}

struct AsyncTimerSequence<C: Clock>: AsyncSequence, AsyncIteratorProtocol {
    init(interval: C.Instant.Duration, tolerance: C.Instant.Duration? = nil, clock: C) {}
    func makeAsyncIterator() -> AsyncTimerSequence { self }
    mutating func next() async -> C.Instant? { nil }
}

// swift-format-ignore
func mach_absolute_time() -> UInt64 { 0 }
// swift-format-ignore
func mach_wait_until(_ deadline: UInt64) {}
func ticks(_ seconds: Double) -> UInt64 { 0 }

final class AnyCancellable: Hashable {
    static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    func cancel() {}
    func store(in: inout Set<AnyCancellable>) {}
}

struct TimerPublisher {
    func autoconnect() -> TimerPublisher { self }
    func sink(_ body: @escaping (Date) -> Void) -> AnyCancellable { AnyCancellable() }
}

extension Timer {
    static func scheduledTimer(
        timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) -> Timer { Timer(timeInterval: timeInterval, repeats: repeats) { _ in } }
    convenience init(
        timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) { self.init(timeInterval: timeInterval, repeats: repeats) { _ in } }
    convenience init(
        fireAt: Date, interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) { self.init(timeInterval: interval, repeats: repeats) { _ in } }
    static func publish(every: TimeInterval, tolerance: TimeInterval? = nil, on: RunLoop, in: RunLoop.Mode)
        -> TimerPublisher
    { TimerPublisher() }
    func perform(_: Selector, on: Thread?, with: Any?, waitUntilDone: Bool) {}
    func perform(_: Selector, on: Thread?, with: Any?, waitUntilDone: Bool, modes: [String]?) {}
}

// swift-format-ignore
extension Notification.Name { static let NSSystemClockDidChange = Notification.Name("") }

extension NSObject {
    static func cancelPreviousPerformRequests(withTarget: Any) {}
    static func cancelPreviousPerformRequests(withTarget: Any, selector: Selector, object: Any?) {}
}

func compute() -> Int { 0 }

class Screen: UIViewController {
    let view = NSView()
    let date = Date()
    func displayLink(target: Any, selector: Selector) -> CADisplayLink {
        view.displayLink(target: target, selector: selector)
    }
    let work = DispatchQueue(label: "work")
    let queue = DispatchQueue(label: "queue")
    var worker: Thread?
    var isBusy = false
    var (isAsking, isRequested) = (false, false)
    var seconds = 60
    var cancellables: Set<AnyCancellable> = []
    func fetch(_ answered: @escaping (Int) -> Void) {}
    var isSuspended = false
    let semaphore = DispatchSemaphore(value: 0)
    let slot = DispatchSemaphore(value: 1)
    var (start, duration, isLinkMade, isWanted, isDone, hasChanged) = (0.0, 1.0, true, true, false, true)
    let workerLoop = CFRunLoop()
    func show(_ result: Int) {}
    func nextDate() -> Date { Date() }
    var backgroundTask = UIBackgroundTaskIdentifier.invalid
    func perform(_: Selector, on: Thread?, with: Any?, waitUntilDone: Bool) {}
    func perform(_: Selector, on: Thread?, with: Any?, waitUntilDone: Bool, modes: [String]?) {}
    func perform(_: Selector, with: Any?, afterDelay: TimeInterval, inModes: [RunLoop.Mode] = []) {}
}

extension RunLoop.Mode {
    static var tracking: RunLoop.Mode { RunLoop.Mode("UITrackingRunLoopMode") }
    static var eventTracking: RunLoop.Mode { RunLoop.Mode("NSEventTrackingRunLoopMode") }
}
/// Another object than that of the class, with any method.
@MainActor @dynamicMemberLookup final class OtherObject {
    subscript(dynamicMember name: String) -> () -> Void { {} }
}
