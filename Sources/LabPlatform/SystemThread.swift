import LabCLibrary

/// A thread of the operating system.
package struct SystemThread {
    private let handle: pthread_t

    /// Starts a thread; nil if the system has none left.
    init?(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        // As large as the main thread's on most systems, since the work here recurses as deeply.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        defer { pthread_attr_destroy(&attributes) }
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let failed = pthread_create(&thread, &attributes, { Self.run($0) }, box.toOpaque())
        // On Darwin it is optional already.
        let made: pthread_t? = thread
        guard failed == 0, let made else {
            box.release()
            return nil
        }
        handle = made
    }

    /// Runs the work on this thread and on up to `count - 1` others, as many as the system has, and waits for all.
    ///
    /// libdispatch would wait for ever for a thread that cannot be made.
    package static func perform(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        let others = (1..<max(1, count)).map { _ in SystemThread(body) }
        body()
        for other in others { if let other { pthread_join(other.handle, nil) } }
    }

    private final class Body: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
    }
}

/// The hook of the concurrency runtime for the jobs of its pool (`swift_task_enqueueGlobal_hook`,
/// swift/Runtime/Concurrency.h).
package enum PoolHook {
    package typealias Original = @convention(thin) (UnownedJob) -> Void
    package typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    // Written once; it points into the runtime, which reads it for each job.
    private nonisolated(unsafe) static let place: UnsafeMutablePointer<Hook?>? =
        dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)
    private nonisolated(unsafe) static var previous: Hook?

    /// True if the runtime has the hook and the process can look it up.
    package static var isThere: Bool { place != nil }

    /// Passes each job of the pool to a function, which forwards the jobs that it does not accept.
    package static func install(_ hook: Hook) {
        previous = place?.pointee
        place?.pointee = hook
    }

    /// Restores the earlier hook.
    package static func remove() { place?.pointee = previous }

    /// Forwards a job to the earlier hook, or to the pool.
    package static func handOn(_ job: UnownedJob, _ original: Original) {
        if let previous { previous(job, original) } else { original(job) }
    }
}
