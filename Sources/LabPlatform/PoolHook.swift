#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The place where the concurrency runtime lets somebody else take the jobs of its pool (`swift_task_enqueueGlobal_hook`,
/// swift/Runtime/Concurrency.h).
package enum PoolHook {
    package typealias Original = @convention(thin) (UnownedJob) -> Void
    package typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    // Written once; what it points to belongs to the runtime, which reads it with each job.
    private nonisolated(unsafe) static let place: UnsafeMutablePointer<Hook?>? =
        dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)
    private nonisolated(unsafe) static var previous: Hook?

    /// True if the runtime has such a place, and lets the process look it up.
    package static var isThere: Bool { place != nil }

    /// Has each job of the pool go through a function, which hands on what it does not take.
    package static func install(_ hook: Hook) {
        previous = place?.pointee
        place?.pointee = hook
    }

    /// Puts back what was there before.
    package static func remove() { place?.pointee = previous }

    /// Hands a job on to the earlier owner of the hook, or to the pool.
    package static func handOn(_ job: UnownedJob, _ original: Original) {
        if let previous { previous(job, original) } else { original(job) }
    }
}
