// swift-format-ignore-file

// What the project uses of Darwin's C library, with Darwin's types: enough to type-check against, never linked.
@_exported import DarwinTypes

public typealias CString = UnsafeMutablePointer<CChar>

public var errno: Int32 { 0 }
public let ENOENT: Int32 = 2
public let EINTR: Int32 = 4
public let EEXIST: Int32 = 17
public let ENOTDIR: Int32 = 20
public let EISDIR: Int32 = 21
public let EINVAL: Int32 = 22
public let EPIPE: Int32 = 32
public let EWOULDBLOCK: Int32 = 35
public let ENOTSUP: Int32 = 45
public let ENAMETOOLONG: Int32 = 63
public let ENOLCK: Int32 = 77
public let ENOSYS: Int32 = 78
public func strerror(_ number: Int32) -> CString! { nil }

public let O_RDONLY: Int32 = 0x0
public let O_WRONLY: Int32 = 0x1
public let O_NOFOLLOW: Int32 = 0x100
public let F_GETFD: Int32 = 1
public let F_FULLFSYNC: Int32 = 51
public let O_CREAT: Int32 = 0x200
public let O_TRUNC: Int32 = 0x400
public let O_EXCL: Int32 = 0x800
public let O_DIRECTORY: Int32 = 0x10_0000
public let O_CLOEXEC: Int32 = 0x100_0000
public let LOCK_EX: Int32 = 2
public let LOCK_NB: Int32 = 4
public let S_IFMT: mode_t = 0o170000
public let S_IFIFO: mode_t = 0o010000
public let S_IFDIR: mode_t = 0o040000
public let S_IFREG: mode_t = 0o100000
public let S_IFLNK: mode_t = 0o120000
public let STDIN_FILENO: Int32 = 0
public let STDOUT_FILENO: Int32 = 1
public let STDERR_FILENO: Int32 = 2
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
@discardableResult public func close(_ descriptor: Int32) -> Int32 { -1 }
@discardableResult public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int) -> Int { -1 }
@discardableResult public func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ count: Int) -> Int { -1 }
@discardableResult public func fsync(_ descriptor: Int32) -> Int32 { -1 }
@discardableResult public func fchmod(_ descriptor: Int32, _ mode: mode_t) -> Int32 { -1 }
public func fchown(_ descriptor: Int32, _ owner: uid_t, _ group: gid_t) -> Int32 { -1 }
@discardableResult public func lstat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<DarwinTypes.stat>!) -> Int32 { -1 }
@discardableResult public func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { -1 }
@discardableResult public func stat(_ path: UnsafePointer<CChar>!, _ status: UnsafeMutablePointer<DarwinTypes.stat>!) -> Int32 { -1 }
@discardableResult public func fstat(_ descriptor: Int32, _ status: UnsafeMutablePointer<DarwinTypes.stat>!) -> Int32 { -1 }
@discardableResult public func unlink(_ path: UnsafePointer<CChar>!) -> Int32 { -1 }
@discardableResult public func rename(_ old: UnsafePointer<CChar>!, _ new: UnsafePointer<CChar>!) -> Int32 { -1 }
public func realpath(_ path: UnsafePointer<CChar>!, _ buffer: CString!) -> CString! { nil }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
public func opendir(_ path: UnsafePointer<CChar>!) -> UnsafeMutablePointer<DIR>! { nil }
public func readdir(_ directory: UnsafeMutablePointer<DIR>!) -> UnsafeMutablePointer<dirent>! { nil }
@discardableResult public func closedir(_ directory: UnsafeMutablePointer<DIR>!) -> Int32 { -1 }

public let TIOCGWINSZ: UInt = 0x4008_7468
public func isatty(_ descriptor: Int32) -> Int32 { 0 }
@discardableResult public func ioctl(_ descriptor: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { -1 }

public let _SC_NPROCESSORS_ONLN: Int32 = 58
public var environ: UnsafeMutablePointer<CString?> { get { fatalError() } set {} }
public let RTLD_LAZY: Int32 = 0x1
public func dlopen(_ path: UnsafePointer<CChar>!, _ mode: Int32) -> UnsafeMutableRawPointer! { nil }
public func dlsym(_ handle: UnsafeMutableRawPointer!, _ symbol: UnsafePointer<CChar>!) -> UnsafeMutableRawPointer! { nil }
public func getenv(_ name: UnsafePointer<CChar>!) -> CString! { nil }
public func sysconf(_ name: Int32) -> Int { -1 }
public let RLIMIT_AS: Int32 = 5
public func getrlimit(_ resource: Int32, _ limit: UnsafeMutablePointer<rlimit>) -> Int32 { -1 }
public func strdup(_ text: UnsafePointer<CChar>!) -> CString! { nil }
public func free(_ pointer: UnsafeMutableRawPointer!) {}
public func exit(_ status: Int32) -> Never { fatalError() }
public func _exit(_ status: Int32) -> Never { fatalError() }

public let SIGHUP: Int32 = 1
public let SIGINT: Int32 = 2
public let SIGQUIT: Int32 = 3
public let SIGPIPE: Int32 = 13
public let SIGTERM: Int32 = 15
public let SIG_BLOCK: Int32 = 1
public let SIG_UNBLOCK: Int32 = 2
public var SIG_IGN: sig_t { fatalError() }
@discardableResult public func signal(_ number: Int32, _ handler: sig_t!) -> sig_t! { nil }
@discardableResult public func sigaction(_ number: Int32, _ new: UnsafePointer<DarwinTypes.sigaction>!, _ old: UnsafeMutablePointer<DarwinTypes.sigaction>!) -> Int32 { -1 }
public func sigaltstack(_ new: UnsafePointer<DarwinTypes.stack_t>!, _ old: UnsafeMutablePointer<DarwinTypes.stack_t>!) -> Int32 { -1 }
@discardableResult public func sigemptyset(_ set: UnsafeMutablePointer<sigset_t>!) -> Int32 { -1 }
@discardableResult public func sigaddset(_ set: UnsafeMutablePointer<sigset_t>!, _ number: Int32) -> Int32 { -1 }
@discardableResult public func sigwait(_ set: UnsafePointer<sigset_t>!, _ number: UnsafeMutablePointer<Int32>!) -> Int32 { -1 }
@discardableResult public func pthread_sigmask(_ how: Int32, _ new: UnsafePointer<sigset_t>!, _ old: UnsafeMutablePointer<sigset_t>!) -> Int32 { -1 }
@discardableResult public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { -1 }
@discardableResult public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { -1 }
@discardableResult public func pthread_attr_setstacksize(_ attributes: UnsafeMutablePointer<pthread_attr_t>, _ size: Int) -> Int32 { -1 }
@discardableResult public func pthread_join(_ thread: pthread_t, _ value: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Int32 { -1 }
@discardableResult public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 { -1 }

@discardableResult public func posix_spawn_file_actions_init(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 { -1 }
@discardableResult public func posix_spawn_file_actions_destroy(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 { -1 }
@discardableResult public func posix_spawn_file_actions_addopen(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32, _ path: UnsafePointer<CChar>!,
    _ flags: Int32, _ mode: mode_t
) -> Int32 { -1 }
@discardableResult public func posix_spawn_file_actions_adddup2(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32, _ new: Int32) -> Int32 { -1 }
@discardableResult public func posix_spawn(
    _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<CString?>!, _ environment: UnsafePointer<CString?>!
) -> Int32 { -1 }
@discardableResult public func wait4(_ process: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32, _ usage: UnsafeMutablePointer<rusage>!) -> pid_t { -1 }

public let CLOCK_MONOTONIC = clockid_t(rawValue: 6)
public let CLOCK_PROCESS_CPUTIME_ID = clockid_t(rawValue: 12)
public let KERN_SUCCESS: Int32 = 0
public let KERN_ABORTED: Int32 = 14
@available(macOS 10.12, *)
@discardableResult public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 { -1 }
@discardableResult public func usleep(_ microseconds: useconds_t) -> Int32 { -1 }
@discardableResult public func mach_timebase_info(_ info: mach_timebase_info_t!) -> kern_return_t { -1 }
@discardableResult public func mach_wait_until(_ deadline: UInt64) -> kern_return_t { -1 }

public let MACH_PORT_NULL: Int32 = 0
public let MACH_MSG_TYPE_COPY_SEND: Int32 = 19
public let MACH_SEND_MSG: Int32 = 0x1
public let MACH_SEND_TIMEOUT: Int32 = 0x10
public func mach_msg(
    _ message: UnsafeMutablePointer<mach_msg_header_t>!, _ option: mach_msg_option_t, _ sendSize: mach_msg_size_t,
    _ receiveSize: mach_msg_size_t, _ receiveName: mach_port_name_t, _ timeout: mach_msg_timeout_t, _ notify: mach_port_name_t
) -> mach_msg_return_t { -1 }

public func log(_ value: Double) -> Double { value }
public func log10(_ value: Double) -> Double { value }
public func exp(_ value: Double) -> Double { value }
public func sin(_ value: Double) -> Double { value }
public func cos(_ value: Double) -> Double { value }
public func atan(_ value: Double) -> Double { value }
public func erfc(_ value: Double) -> Double { value }
public let MACH_PORT_RIGHT_RECEIVE: mach_port_right_t = 1
public var mach_task_self_: mach_port_t { 0 }
@discardableResult public func mach_port_mod_refs(_ task: ipc_space_t, _ name: mach_port_name_t, _ right: mach_port_right_t, _ delta: mach_port_delta_t) -> kern_return_t { 0 }
@discardableResult public func mach_port_deallocate(_ task: ipc_space_t, _ name: mach_port_name_t) -> kern_return_t { 0 }
