// swift-format-ignore-file

// What the project uses of Foundation and Core Foundation, annotated as Darwin's headers are: what may be nil, what goes
// to other threads, what no asynchronous function may call, and since which macOS. Enough to type-check against, never
// linked.
@_exported import Darwin
@_exported import Dispatch

public typealias TimeInterval = Double

open class NSObject {
    public init() {}
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
}

// MARK: Processes and files

public struct URL: Sendable {
    public init(fileURLWithPath path: String) {}

    public func appendingPathComponent(_ component: String) -> URL { self }
}

public struct UUID: Sendable {
    public var uuidString: String { "" }

    public init() {}
}

public struct Data: Sendable {
    public init(_ bytes: some Sequence<UInt8>) {}

    public func write(to url: URL) throws {}
}

open class FileHandle: NSObject {
    open class var nullDevice: FileHandle { FileHandle() }

    public override init() {}
    public convenience init(forReadingFrom url: URL) throws { self.init() }
}

open class FileManager: NSObject {
    open class var `default`: FileManager { FileManager() }

    open var temporaryDirectory: URL { URL(fileURLWithPath: "") }

    open func removeItem(at url: URL) throws {}
}

open class ProcessInfo: NSObject {
    open class var processInfo: ProcessInfo { ProcessInfo() }

    open var environment: [String: String] { [:] }
}

open class Process: NSObject {
    public enum TerminationReason: Int, Sendable {
        case exit = 1
        case uncaughtSignal = 2
    }

    open var executableURL: URL?
    open var arguments: [String]?
    open var environment: [String: String]?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    open var terminationReason: TerminationReason { .exit }
    open var terminationStatus: Int32 { 0 }

    public override init() {}

    open func run() throws {}
    open func waitUntilExit() {}
}

// MARK: Core Foundation

public typealias CFIndex = Int
public typealias CFOptionFlags = UInt
public typealias CFTimeInterval = Double
public typealias CFAbsoluteTime = CFTimeInterval

public class CFAllocator {}
public class CFString {}
public class CFRunLoop {}
public class CFRunLoopSource {}
public class CFRunLoopObserver {}
public class CFRunLoopTimer {}

extension String {
    /// Stands for `as CFString`, which a compiler without Objective-C does not know.
    public var bridgedToCFString: CFString { CFString() }
}

/// A type of its own, where Linux has the string.
public struct CFRunLoopMode: RawRepresentable {
    public static var defaultMode: CFRunLoopMode { CFRunLoopMode(CFString()) }
    public static var commonModes: CFRunLoopMode { CFRunLoopMode(CFString()) }

    public var rawValue: CFString

    public init(_ rawValue: CFString) { self.rawValue = rawValue }
    public init(rawValue: CFString) { self.rawValue = rawValue }
}

public enum CFRunLoopRunResult: Int32, Sendable {
    case finished = 1
    case stopped = 2
    case timedOut = 3
    case handledSource = 4
}

public struct CFRunLoopActivity: OptionSet, Sendable {
    public let rawValue: CFOptionFlags

    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
}

public struct CFRunLoopSourceContext {
    public var version: CFIndex = 0
    public var info: UnsafeMutableRawPointer!
    public var perform: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!

    public init() {}
}

public func CFRunLoopGetCurrent() -> CFRunLoop! { nil }
public func CFRunLoopRunInMode(_ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool) -> CFRunLoopRunResult { .finished }
public func CFRunLoopStop(_ loop: CFRunLoop!) {}
public func CFRunLoopWakeUp(_ loop: CFRunLoop!) {}
public func CFRunLoopAddCommonMode(_ loop: CFRunLoop!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopAddSource(_ loop: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopRemoveSource(_ loop: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopAddObserver(_ loop: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopAddTimer(_ loop: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopSourceCreate(_ allocator: CFAllocator!, _ order: CFIndex, _ context: UnsafeMutablePointer<CFRunLoopSourceContext>!) -> CFRunLoopSource! { nil }
public func CFRunLoopSourceSignal(_ source: CFRunLoopSource!) {}
public func CFRunLoopSourceInvalidate(_ source: CFRunLoopSource!) {}
public func CFRunLoopObserverCreateWithHandler(
    _ allocator: CFAllocator!, _ activities: CFOptionFlags, _ repeats: Bool, _ order: CFIndex,
    _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!
) -> CFRunLoopObserver! { nil }
public func CFRunLoopObserverInvalidate(_ observer: CFRunLoopObserver!) {}
public func CFRunLoopTimerCreateWithHandler(
    _ allocator: CFAllocator!, _ fireDate: CFAbsoluteTime, _ interval: CFTimeInterval, _ flags: CFOptionFlags, _ order: CFIndex,
    _ block: ((CFRunLoopTimer?) -> Void)!
) -> CFRunLoopTimer! { nil }
public func CFRunLoopTimerInvalidate(_ timer: CFRunLoopTimer!) {}
