import LabCLibrary

#if canImport(Darwin)
    import MachO.dyld
#endif

/// The environment of the process, and its end.
package enum ProcessEnvironment {
    /// An environment variable; nil when it is not set.
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The executable file of the process, with symbolic links resolved; nil if the system does not report it.
    package static var executable: String? {
        #if canImport(Darwin)
            var length: UInt32 = 0
            _ = _NSGetExecutablePath(nil, &length)
            var bytes = [CChar](repeating: 0, count: Int(length) + 1)
            guard _NSGetExecutablePath(&bytes, &length) == 0 else { return nil }
            return FileSystem.realPath(String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
        #else
            return FileSystem.realPath("/proc/self/exe")
        #endif
    }

    /// The number of the processor's cores.
    package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The number of bytes that the process may map (`ulimit -v`); without a limit nil, or on Darwin `Int.max`, its
    /// RLIM_INFINITY.
    package static var addressSpace: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let resource = RLIMIT_AS
        #endif
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }

    package static func endProcess(status: Int32) -> Never { exit(status) }
}

/// The reaction of the process to an interruption and to a closed pipe.
package enum Signals {
    /// Lets a write to a closed pipe fail instead of ending the process.
    package static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Ends the process with 128 + the signal's number on SIGINT, SIGQUIT, SIGTERM and SIGHUP, once `mayEnd` allows it.
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
        // A process may have been started with these signals ignored (`nohup`, a shell's background job).
        let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
        for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] where handler(of: number) != ignored {
            sigaddset(&set, number)
        }
        return set
    }

    /// True if a SIGQUIT came before the program began. The Swift runtime reports it as a crash, resets its handlers and
    /// continues (CrashHandlerLinux.cpp); its stack for signals stays.
    private static var hasQuit: Bool {
        var stack = stack_t()
        return sigaltstack(nil, &stack) == 0 && stack.ss_sp != nil && handler(of: SIGQUIT) == 0
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

/// The compiler of the program and its platform.
package enum PlatformName {
    /// The compiler's version, as far as conditions can test it.
    package static var swift: String {
        #if compiler(>=6.4)
            "6.4 or later"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// The operating system and the processor.
    package static var system: String {
        #if os(macOS)
            let system = "macOS"
        #elseif os(iOS)
            let system = "iOS"
        #else
            let system = "Linux"
        #endif
        #if arch(arm64)
            return system + " arm64"
        #else
            return system + " x86_64"
        #endif
    }
}
