#if canImport(Darwin)
    import Darwin
    import MachO.dyld
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What the process was given when it started.
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

    /// Columns of the terminal on a descriptor; nil when it is none or does not know.
    public static func terminalWidth(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

extension ExitStatus {
    /// Ends the process with this status.
    public func endProcess() -> Never { exit(rawValue) }
}
