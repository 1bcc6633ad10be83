/// What the program was compiled by and for.
public enum PlatformName {
    /// The compiler's version, as far as it can be asked for.
    public static var swift: String {
        #if compiler(>=6.4)
            "6.4 or later"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    /// The operating system and the processor.
    public static var system: String {
        #if os(macOS)
            let system = "macOS"
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
