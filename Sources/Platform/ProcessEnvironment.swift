#if canImport(Darwin)
    import Darwin
    import MachO.dyld
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the process was given when it started, and how it ends.
public enum ProcessEnvironment {
    /// An environment variable; nil when it is not set.
    public static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The file that the process runs, symbolic links followed; nil when the system does not say.
    public static var executable: String? {
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

    /// How many cores the processor has.
    public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// How many bytes the process may map (`ulimit -v`); nil without a limit.
    public static var addressSpace: Int? {
        var limit = rlimit()
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
            let resource = RLIMIT_AS
        #endif
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }

    public static func endProcess(status: Int32) -> Never { exit(status) }
}
