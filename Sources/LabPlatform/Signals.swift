#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reaction of the process to an interruption and to a closed pipe.
package enum Signals {
    /// Lets a write to a closed pipe fail instead of ending the process.
    package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Ends the process with 128 + the signal's number on SIGINT, SIGQUIT, SIGTERM and SIGHUP, once `mayEnd` returns
    /// true.
    ///
    /// A separate thread waits for them, since a signal handler may do hardly anything. Call it before any other thread
    /// is started: threads inherit the blocked signals.
    ///
    /// - Parameter mayEnd: called on that thread with the number of each of them.
    package static func onInterrupt(_ mayEnd: @escaping @Sendable (Int32) -> Bool) {
        var set = interruptions
        guard pthread_sigmask(SIG_BLOCK, &set, nil) == 0 else { return }
        if hasQuit { _exit(128 + SIGQUIT) }
        let waiter = SystemThread {
            var (set, number) = (interruptions, Int32(0))
            repeat {
                while sigwait(&set, &number) != 0 {}
            } while !mayEnd(number)
            _exit(128 + number)
        }
        // Without a waiting thread they end the process at once, which is the default.
        if waiter == nil { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
    }

    /// Blocks this thread.
    package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

    private static var interruptions: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&set, number) }
        return set
    }

    /// True if a SIGQUIT came before the program began. The Swift runtime reports it as a crash, resets its handlers and
    /// continues (CrashHandlerLinux.cpp); its stack for signals stays.
    private static var hasQuit: Bool {
        var stack = stack_t()
        return sigaltstack(nil, &stack) == 0 && stack.ss_sp != nil && handler(of: SIGQUIT) == 0
    }

    /// A process may have been started with these signals ignored (`nohup`, a shell's background job).
    private static func isIgnored(_ number: Int32) -> Bool {
        handler(of: number) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The address of a signal's handler; 0 for the default one.
    private static func handler(of number: Int32) -> Int? {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return nil }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self)
    }
}
