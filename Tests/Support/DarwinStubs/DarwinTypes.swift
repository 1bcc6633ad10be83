// swift-format-ignore-file

// The types of Darwin's C library that the project uses, as Swift sees them there. Apart from the functions, since in
// Swift a type and a function of one module cannot share a name, and `stat` does.

public typealias mode_t = UInt16
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias pid_t = Int32
public typealias uid_t = UInt32
public typealias gid_t = UInt32
public typealias off_t = Int64
public typealias time_t = Int
public typealias useconds_t = UInt32
public typealias kern_return_t = Int32
public typealias sigset_t = UInt32
public typealias sig_t = @convention(c) (Int32) -> Void

public struct timespec {
    public var tv_sec: time_t
    public var tv_nsec: Int

    public init() { self.init(tv_sec: 0, tv_nsec: 0) }

    public init(tv_sec: time_t, tv_nsec: Int) {
        self.tv_sec = tv_sec
        self.tv_nsec = tv_nsec
    }
}

public struct timeval {
    public var tv_sec: time_t = 0
    /// Of 32 bits, unlike Linux'.
    public var tv_usec: Int32 = 0
}

public struct rlimit {
    public var rlim_cur: UInt64 = 0
    public var rlim_max: UInt64 = 0
    public init() {}
}

public struct stat {
    public var st_dev: dev_t = 0
    public var st_mode: mode_t = 0
    public var st_ino: ino_t = 0
    public var st_uid: uid_t = 0
    public var st_gid: gid_t = 0
    public var st_size: off_t = 0
    public var st_mtimespec = timespec()

    public init() {}
}

/// A structure that Swift sees, unlike Linux'.
public struct DIR {}

public struct dirent {
    public typealias Name = (Int64, Int64, Int64, Int64)

    public var d_ino: UInt64 = 0
    public var d_name: Name = (0, 0, 0, 0)
}

public struct winsize {
    public var ws_row: UInt16 = 0
    public var ws_col: UInt16 = 0

    public init() {}
}

public struct rusage {
    public var ru_maxrss = 0
    public var ru_utime = timeval()
    public var ru_stime = timeval()

    public init() {}
}

public struct __sigaction_u {
    public var __sa_handler: (@convention(c) (Int32) -> Void)!
}

public struct stack_t {
    public var ss_sp: UnsafeMutableRawPointer!
    public var ss_size: UInt = 0
    public var ss_flags: Int32 = 0
    public init() {}
}

public struct sigaction {
    public var __sigaction_u = DarwinTypes.__sigaction_u()
    public var sa_mask: sigset_t = 0
    public var sa_flags: Int32 = 0

    public init() {}
}

public struct _opaque_pthread_t {}
public struct _opaque_pthread_attr_t { public init() {} }
/// A pointer, unlike Linux' number.
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_attr_t = _opaque_pthread_attr_t

/// Pointers, unlike Linux' structures.
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer

public struct clockid_t: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public struct mach_timebase_info {
    public var numer: UInt32 = 0
    public var denom: UInt32 = 0

    public init() {}
}

public typealias mach_timebase_info_t = UnsafeMutablePointer<mach_timebase_info>
public typealias mach_timebase_info_data_t = mach_timebase_info

public typealias mach_port_t = UInt32
public typealias ipc_space_t = mach_port_t
public typealias mach_port_right_t = UInt32
public typealias mach_port_delta_t = Int32
public typealias mach_port_name_t = UInt32
public typealias mach_msg_bits_t = UInt32
public typealias mach_msg_size_t = UInt32
public typealias mach_msg_id_t = Int32
public typealias mach_msg_option_t = Int32
public typealias mach_msg_timeout_t = UInt32
public typealias mach_msg_return_t = kern_return_t

public struct mach_msg_header_t {
    public var msgh_bits: mach_msg_bits_t = 0
    public var msgh_size: mach_msg_size_t = 0
    public var msgh_remote_port: mach_port_t = 0
    public var msgh_local_port: mach_port_t = 0
    public var msgh_voucher_port: mach_port_name_t = 0
    public var msgh_id: mach_msg_id_t = 0

    public init() {}
}
