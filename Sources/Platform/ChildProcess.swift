#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Another process, and what it took.
public struct TimedProcess {
    /// User and system time of the process, s.
    public var processorTime: Double
    /// From its start until its end, s.
    public var wallTime: Double

    /// Runs a program to its end; nil when it cannot be started or does not end with status 0.
    ///
    /// - Parameter output: the file that its standard output goes to.
    public static func run(_ program: String, _ arguments: [String], output: String) -> TimedProcess? {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        var status: Int32 = 0
        var usage = rusage()
        let start = seconds(of: CLOCK_MONOTONIC)
        guard posix_spawn(&child, program, &actions, nil, words, environ) == 0,
            wait4(child, &status, 0, &usage) == child, status == 0
        else { return nil }
        let wallTime = seconds(of: CLOCK_MONOTONIC) - start
        return TimedProcess(
            processorTime: seconds(usage.ru_utime) + seconds(usage.ru_stime), wallTime: wallTime)
    }

    /// User and system time that this process takes for something, s.
    public static func processorTime(of body: () -> Void) -> Double {
        let start = seconds(of: CLOCK_PROCESS_CPUTIME_ID)
        body()
        return seconds(of: CLOCK_PROCESS_CPUTIME_ID) - start
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
