#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An error of the operating system, with its own words.
public struct ErrorNumber: Error, Hashable, Sendable {
    public var number: Int32

    init(_ number: Int32) { self.number = number }

    static var latest: ErrorNumber { ErrorNumber(errno) }

    public static var missing: ErrorNumber { ErrorNumber(ENOENT) }

    public static var interrupted: ErrorNumber { ErrorNumber(EINTR) }

    public static var isDirectory: ErrorNumber { ErrorNumber(EISDIR) }

    /// Another process has the lock.
    public static var locked: ErrorNumber { ErrorNumber(EWOULDBLOCK) }

    /// Whether there is nothing under a path.
    public var isMissing: Bool { number == ENOENT || number == ENOTDIR || number == ENAMETOOLONG }

    /// Whether there is something where something new was to be made.
    public var isAlreadyThere: Bool { number == EEXIST }

    /// Whether the reader of what is written is gone.
    public var isClosedPipe: Bool { number == EPIPE }

    /// Whether a signal came before the call could do anything.
    var isInterrupted: Bool { number == EINTR }

    /// Calls the system, again and again while signals come first.
    ///
    /// - Parameter call: less than nothing for a failure.
    static func check<Number: SignedInteger>(_ call: () -> Number) throws(ErrorNumber) -> Number {
        while true {
            let answer = call()
            if answer >= 0 { return answer }
            let error = ErrorNumber.latest
            guard error.isInterrupted else { throw error }
        }
    }

    /// As the C library says it, without a capital: `permission denied`.
    public var message: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
