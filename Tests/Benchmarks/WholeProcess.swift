#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// W4: one timer, ten firings, the wall time of a whole process with its argument parser and its scenario.
enum WholeProcess {
    private static let scenario = """
        title = "W4"
        duration = "10.5s"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true

        """

    /// The wall time of each run in seconds; nil when the program cannot be run or does not end well.
    static func times(of program: String, runs: Int) -> [Double]? {
        let path = "\(temporaryFolder())/timerlab-bench-w4-\(getpid()).toml"
        guard let file = fopen(path, "w") else { return nil }
        fputs(scenario, file)
        fclose(file)
        defer { unlink(path) }
        var times: [Double] = []
        for _ in 0..<runs {
            var status: Int32 = -1
            times.append(seconds { status = run(program, ["run", "-q", path]) })
            guard status == 0 else { return nil }
        }
        return times
    }

    private static func temporaryFolder() -> String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// Runs a program with its output thrown away and waits for it; its exit status, or -1.
    private static func run(_ program: String, _ arguments: [String]) -> Int32 {
        #if canImport(Glibc)
            var actions = posix_spawn_file_actions_t()
        #else
            var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard posix_spawn(&child, program, &actions, nil, words, environ) == 0 else { return -1 }
        var status: Int32 = 0
        guard waitpid(child, &status, 0) == child, status & 0x7F == 0 else { return -1 }
        return status >> 8 & 0xFF
    }
}
