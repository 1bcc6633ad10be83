// swift-format-ignore-file

// What the project uses of Core Foundation, annotated as Darwin's headers are.
@_exported import Darwin

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

public class CFArray {}
@objc public class CFMachPort {}

extension Array {
    /// Stands for `as CFArray`.
    public var bridgedToCFArray: CFArray { CFArray() }
}

public typealias CFTypeRef = AnyObject
public typealias CFMachPortCallBack = @convention(c) (CFMachPort?, UnsafeMutableRawPointer?, CFIndex, UnsafeMutableRawPointer?) -> Void

public struct CFMachPortContext {
    public var version: CFIndex = 0
    public var info: UnsafeMutableRawPointer!

    public init() {}
}

public func CFRunLoopPerformBlock(_ loop: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!) {}
public func CFMachPortCreate(
    _ allocator: CFAllocator!, _ callout: CFMachPortCallBack!, _ context: UnsafeMutablePointer<CFMachPortContext>!,
    _ shouldFreeInfo: UnsafeMutablePointer<Bool>!
) -> CFMachPort! { nil }
public func CFMachPortCreateRunLoopSource(_ allocator: CFAllocator!, _ port: CFMachPort!, _ order: CFIndex) -> CFRunLoopSource! { nil }
public func CFMachPortGetPort(_ port: CFMachPort!) -> mach_port_t { 0 }
public func CFMachPortInvalidate(_ port: CFMachPort!) {}
