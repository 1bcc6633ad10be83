/// A run loop in the order and with the names of CFRunLoop's own description.
extension Trace {
    /// The description that `NSLog(@"%@", [NSRunLoop currentRunLoop])` prints, one item a line.
    ///
    /// - Parameter shown: how a name of the scenario is printed.
    func description(of dump: LoopDump, shown: (String) -> String) -> String {
        func name(_ id: EntityID) -> String { shown(self.name(id)) }
        func set(_ members: [EntityID]) -> String {
            members.isEmpty ? "(null)" : "{" + members.map(name).joined(separator: ", ") + "}"
        }
        let thread = name(dump.thread)
        guard dump.exists else { return "<CFRunLoop of \(thread)> = (null): it is made when it is first used" }
        var lines = [
            "<CFRunLoop of \(thread)>{current mode = \(dump.currentMode.exists ? name(dump.currentMode) : "(none)"),",
            "common modes = \(set(dump.commonModes)),", "common mode items = \(set(dump.commonItems)),",
            "blocks = \(dump.blockCount),", "modes = {",
        ]
        for mode in dump.modes {
            lines += [
                "  <CFRunLoopMode \(name(mode.name))>{", "    sources0 = \(set(mode.sources0)),",
                "    sources1 = \(set(mode.sources1)),", "    observers = \(set(mode.observers)),",
            ]
            let timers = mode.timers.map { description(of: $0, named: name($0.entity)) }
            lines +=
                timers.isEmpty
                ? ["    timers = (null)},"]
                : ["    timers = {"] + timers + ["    },", "    \(armed(for: mode.timers))},"]
        }
        return (lines + ["}}"]).joined(separator: "\n")
    }

    private func description(of timer: LoopDump.Timer, named name: String) -> String {
        let interval = entity(timer.entity)?.timer?.interval?.scaled(1) ?? 0
        return "      <CFRunLoopTimer \(name)>{valid = \(timer.isValid ? "Yes" : "No"), "
            + "firing = \(timer.isFiring ? "Yes" : "No"), interval = \(seconds(interval)), "
            + "tolerance = \(seconds(timer.tolerance)), next fire date = \(date(timer.nextFireDate))}"
    }

    /// A mode's kernel timer: exact, or with a window for a tolerance (CFRunLoop.c: __CFArmNextTimerInMode).
    private func armed(for timers: [LoopDump.Timer]) -> String {
        var soft = Int64.max
        var hard = Int64.max
        for timer in timers where !timer.isFiring && timer.isValid {
            guard timer.nextFireDate <= hard else { break }
            soft = min(soft, timer.nextFireDate)
            hard = min(hard, timer.nextFireDate.adding(saturating: timer.tolerance))
        }
        if soft == .max { return "no timer armed" }
        return "soft deadline = \(date(soft)), hard deadline = \(date(hard)): "
            + (soft == hard ? "mk_timer" : "dispatch timer")
    }

    private func date(_ instant: Int64) -> String { instant == .max ? "distant future" : seconds(instant) }
}
