import Recording

/// How a simulated process comes to a bad end.
extension World {
    /// Records why the process dies and ends the run; nothing happens after the first crash.
    mutating func crash(_ reason: String, step: Int32, on thread: Int) {
        guard ending == nil else { return }
        let text = recorder.text(reason)
        recorder.append(record(.crashed, entity: EntityID(0), on: thread, value: text, extra: Int64(step)))
        ending = .crashed
    }
}
