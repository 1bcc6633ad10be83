#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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
