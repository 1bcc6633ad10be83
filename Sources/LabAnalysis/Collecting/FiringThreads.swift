import LabRecording

/// The threads that called each timer, in the order of its first calls.
struct FiringThreads: Sendable {
    private var latest: [Int16] = []
    private var others: [Int: [EntityID]] = [:]

    mutating func grow(to count: Int) {
        latest.append(contentsOf: repeatElement(Int16.min, count: max(0, count - latest.count)))
    }

    @inline(__always)
    mutating func record(_ thread: Int16, _ timer: Int) {
        if latest[timer] != thread { change(to: thread, timer) }
    }

    private mutating func change(to thread: Int16, _ timer: Int) {
        if latest[timer] != Int16.min {
            if others[timer] == nil { others[timer] = [EntityID(Int(latest[timer]))] }
            let id = EntityID(Int(thread))
            if others[timer]?.contains(id) == false { others[timer]?.append(id) }
        }
        latest[timer] = thread
    }

    func threads(of timer: Int) -> [EntityID] {
        if let several = others[timer] { return several }
        return latest[timer] == Int16.min ? [] : [EntityID(Int(latest[timer]))]
    }
}
