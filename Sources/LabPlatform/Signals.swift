#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the process does when it is interrupted, or when the reader of its output is gone.
package enum Signals {
    /// Lets a write to a closed pipe fail instead of ending the process.
    package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Ends the process with 128 + the signal's number on SIGINT, SIGQUIT, SIGTERM and SIGHUP, once `mayEnd` has said so.
    ///
    /// A thread of its own waits for them, since next to nothing may be done inside a signal handler. To be called
    /// before any other thread is started: threads take over what is blocked.
    ///
    /// - Parameter mayEnd: called on that thread with the number of each of them.
    package static func onInterrupt(_ mayEnd: @escaping @Sendable (Int32) -> Bool) {
        var set = interruptions
        guard pthread_sigmask(SIG_BLOCK, &set, nil) == 0 else { return }
        let box = Unmanaged.passRetained(Handler(mayEnd))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let failed = pthread_create(
            &thread, nil,
            { argument in
                Signals.wait(argument)
                return nil
            }, box.toOpaque())
        if failed != 0 {
            box.release()
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
        }
    }

    private final class Handler: Sendable {
        let mayEnd: @Sendable (Int32) -> Bool

        init(_ mayEnd: @escaping @Sendable (Int32) -> Bool) { self.mayEnd = mayEnd }
    }

    private static var interruptions: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&set, number) }
        return set
    }

    /// A process may have been started so that it is not interrupted (`nohup`, a shell's background job).
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func wait(_ argument: UnsafeMutableRawPointer?) {
        guard let argument else { return }
        let handler = Unmanaged<Handler>.fromOpaque(argument).takeRetainedValue()
        var set = interruptions
        var number: Int32 = 0
        repeat {
            while sigwait(&set, &number) != 0 {}
        } while !handler.mayEnd(number)
        _exit(128 + number)
    }
}
