#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The clock that libdispatch calls the uptime.
public enum UptimeClock {
    /// Blocks this thread until an instant of that clock, an absolute deadline, ns.
    ///
    /// `mach_wait_until` on Darwin; elsewhere the clock is CLOCK_MONOTONIC (libdispatch: shims/time.h), and the call
    /// `clock_nanosleep`.
    public static func wait(until deadline: UInt64) {
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
