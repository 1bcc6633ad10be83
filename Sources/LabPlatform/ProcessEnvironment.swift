#if canImport(Darwin)
    import Darwin
    import MachO.dyld
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
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

/// The clock that libdispatch calls the uptime.
package enum UptimeClock {
    /// Blocks this thread until an instant of that clock, an absolute deadline, ns.
    ///
    /// `mach_wait_until` on Darwin; elsewhere the clock is CLOCK_MONOTONIC (libdispatch: shims/time.h), and the call
    /// `clock_nanosleep`.
    package static func wait(until deadline: UInt64) {
        #if canImport(Darwin)
            var scale = mach_timebase_info_data_t()
            guard mach_timebase_info(&scale) == KERN_SUCCESS, scale.numer > 0 else { return }
            let (high, low) = deadline.multipliedFullWidth(by: UInt64(scale.denom))
            guard high < UInt64(scale.numer) else { return }
            let (ticks, rest) = UInt64(scale.numer).dividingFullWidth((high, low))
            while mach_wait_until(rest > 0 ? ticks + 1 : ticks) == KERN_ABORTED {}
        #else
            var time = timespec(tv_sec: Int(clamping: deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
            while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
        #endif
    }
}
