// swift-format-ignore-file

// What the project uses of Foundation, annotated as Darwin's headers are: what may be nil, what goes to other threads, what
// no asynchronous function may call, and since which macOS. Enough to type-check against, never linked.
import Combine
@_exported import CoreFoundation
@_exported import Dispatch
@_exported import ObjectiveC

public typealias TimeInterval = Double

extension NSObject {
    open func perform(_ selector: Selector, with argument: Any?, afterDelay delay: TimeInterval, inModes modes: [RunLoop.Mode]) {}
    open func perform(_ selector: Selector, on thread: Thread, with argument: Any?, waitUntilDone: Bool, modes: [String]?) {}
    open class func cancelPreviousPerformRequests(withTarget target: Any, selector: Selector, object argument: Any?) {}
}

public struct Date: Sendable {
    public static let timeIntervalBetween1970AndReferenceDate: TimeInterval = 978_307_200
    public static let distantFuture = Date()
    public static let distantPast = Date()

    public var timeIntervalSinceReferenceDate: TimeInterval { 0 }

    public init() {}
    public init(timeIntervalSinceNow: TimeInterval) {}
    public init(timeIntervalSinceReferenceDate: TimeInterval) {}
}

// MARK: Run loops

open class Timer: NSObject {
    open var fireDate = Date()
    open var tolerance: TimeInterval = 0
    open var isValid: Bool { false }

    @available(macOS 10.12, *)
    public init(fire date: Date, interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void) {}

    open func fire() {}
    open func invalidate() {}
}

@available(*, unavailable)
extension Timer: Sendable {}

extension Timer {
    public final class TimerPublisher: ConnectablePublisher {}

    @available(macOS 10.15, *)
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> TimerPublisher { TimerPublisher() }
}

open class RunLoop: NSObject {
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public static let `default` = Mode("kCFRunLoopDefaultMode")
        public static let common = Mode("kCFRunLoopCommonModes")

        public var rawValue: String

        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    @available(*, noasync)
    open class var current: RunLoop { fatalError() }
    open class var main: RunLoop { fatalError() }

    open func getCFRunLoop() -> CFRunLoop { fatalError() }
    open func add(_ timer: Timer, forMode mode: Mode) {}
    @available(*, noasync)
    open func run(mode: Mode, before limit: Date) -> Bool { false }
    @available(macOS 10.12, *)
    open func perform(inModes modes: [Mode], block: @escaping @Sendable () -> Void) {}
}

@available(*, unavailable)
extension RunLoop: Sendable {}

// MARK: Threads

public enum QualityOfService: Int, Sendable {
    case userInteractive = 33
    case userInitiated = 25
    case utility = 17
    case background = 9
    case `default` = -1
}

open class NSMutableDictionary: NSObject {
    open subscript(key: Any) -> Any? {
        get { nil }
        set {}
    }

    open func removeObject(forKey key: Any) {}
}

open class Thread: NSObject {
    @available(*, noasync)
    open class var current: Thread { fatalError() }
    open class var isMainThread: Bool { false }

    open var name: String?
    open var qualityOfService = QualityOfService.default
    open var threadDictionary: NSMutableDictionary { NSMutableDictionary() }

    public override init() {}

    @available(macOS 10.12, *)
    public convenience init(block: @escaping @Sendable () -> Void) { self.init() }

    @available(macOS 10.12, *)
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    @available(*, noasync)
    open class func sleep(forTimeInterval interval: TimeInterval) {}
    open func start() {}
    open func cancel() {}
}

@available(*, unavailable)
extension Thread: Sendable {}

open class NSLock: NSObject, @unchecked Sendable {
    public override init() {}

    @available(*, noasync)
    open func lock() {}
    @available(*, noasync)
    open func unlock() {}
    @available(macOS 10.10, *)
    public final func withLock<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
}

// MARK: Processes

open class ProcessInfo: NSObject {
    public struct ActivityOptions: OptionSet, Sendable {
        public static let userInitiated = ActivityOptions(rawValue: 0x00FF_FFFF | 1 << 20)
        public static let latencyCritical = ActivityOptions(rawValue: 0xFF_0000_0000)

        public let rawValue: UInt64

        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    open class var processInfo: ProcessInfo { ProcessInfo() }

    open func beginActivity(options: ActivityOptions, reason: String) -> any NSObjectProtocol { self }
    open func endActivity(_ activity: any NSObjectProtocol) {}
}
