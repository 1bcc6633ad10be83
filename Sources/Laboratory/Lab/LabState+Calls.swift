/// The calls of the simulation by which tasks sleep and work.
extension LabState {
    mutating func add(_ kind: CallKind, named name: String) -> Int {
        calls.append(Call(kind: kind))
        return simulator.addHostCall(named: name, onMain: kind.isOnMain, clock: kind.rules?.clock)
    }

    mutating func reserve(_ kind: CallKind) -> Int {
        // Until the end of a turn its call is free only for its own task, which does not work while it sleeps.
        if let index = free[kind]?.lastIndex(where: { $0 != turn || running?.id == turnTask }),
            let call = free[kind]?.remove(at: index)
        {
            calls[call].isCancelled = false
            return call
        }
        let number = calls.count - (mainCall == nil ? 0 : 1) + 1
        return add(kind, named: kind.rules == nil ? "lab.work" : number == 1 ? "sleep" : "sleep \(number)")
    }

    mutating func release(_ call: Int) { free[calls[call].kind, default: []].append(call) }

    /// False if the sleep was cancelled before it began.
    mutating func sleep(_ call: Int, until target: Int64, leeway: Int64?, _ waiter: UnsafeContinuation<Void, Never>)
        -> Bool
    {
        running?.isSettled = true
        guard !calls[call].isCancelled else { return false }
        calls[call].waiter = waiter
        waiting += 1
        leeways.append(leeway)
        simulator.sleep(hostCall: call, until: target, leeway: leeway)
        return true
    }

    /// Ends a sleep; its caller continues at once, since time does not pass.
    mutating func cancel(_ call: Int) -> UnsafeContinuation<Void, Never>? {
        guard let waiter = calls[call].waiter else {
            calls[call].isCancelled = true
            return nil
        }
        // A sleep that is over is not cancelled, though its task has not continued yet (TaskSleep.swift).
        guard simulator.cancel(hostCall: call) else { return nil }
        calls[call].isCancelled = true
        guard goals.isEmpty else {
            simulator.sleep(hostCall: call, until: nil)
            return nil
        }
        waiting -= 1
        calls[call].waiter = nil
        return waiter
    }

    /// True if a sleep that is over was cancelled.
    mutating func endSleep(_ call: Int) -> Bool {
        calls[call].waiter = nil
        release(call)
        return calls[call].isCancelled
    }

    mutating func add(_ work: Work, to call: Int) {
        calls[call].works.append(work)
        waiting += 1
    }

    /// Work on the thread of a turn, or on a free one.
    mutating func work(_ amount: Int64, onMain isOnMain: Bool, _ waiter: UnsafeContinuation<Void, Never>) {
        if goals.isEmpty, body != nil, running?.id == body {
            return reach((now.adding(saturating: amount), endsWhenIdle: false, waiter))
        }
        running?.isSettled = true
        if let turn, calls[turn].kind.isOnMain ? isOnMain : running?.id == turnTask {
            return add((amount, waiter), to: turn)
        }
        work((amount, waiter), onMain: isOnMain)
    }

    /// Work on a free thread.
    mutating func work(_ work: Work, onMain isOnMain: Bool) {
        let call = reserve(CallKind(rules: nil, isOnMain: isOnMain))
        add(work, to: call)
        simulator.sleep(hostCall: call, until: nil)
    }
}
