import LabExactTime
import LabRecording

/// The events along a timer's requested schedule: its first due instant and a point each interval.
enum ScheduleEvent {
    /// A new schedule: a new date, or the first one; and how often the timer had fired by then.
    case schedule(Grid, firingsBefore: Int64)
    case account(Account)
    /// The schedule ended, or the recording, with so many due points in all.
    case ended(due: Int64)
}

extension TimerStatistics {
    /// Calls `body` for everything along a timer's schedules, in order; calls that are alike come at once.
    ///
    /// - Parameter finder: nil: the accounts have no reasons.
    func walk(of index: Int, _ finder: CauseFinder?, _ body: (ScheduleEvent) -> Void) {
        let (history, traits) = (history(of: index), entities[index].timer)
        if let traits, traits.isChain, let interval = traits.interval {
            var walk = ChainWalk(interval: interval, finder, sleeps: sleeps, until: duration)
            walk.take(history, body)
        } else {
            var walk = GridWalk(traits, finder, sleeps: sleeps, until: duration)
            walk.take(history, body)
        }
    }

    /// Calls `body` with the account of every call of a timer, in order; those that are alike at once.
    ///
    /// - Parameter finder: nil: the accounts have no reasons.
    func forEachAccount(of index: Int, _ finder: CauseFinder?, _ body: (Account) -> Void) {
        let history = history(of: index)
        var manual = history.runs.filter(\.isByHand).flatMap(\.starts)[...]
        let swallowed = history.swallowedAt
        func callByHand(_ call: Int64) {
            body(Account(occasion: .manual, call: call, until: call, due: call, armed: call))
        }
        walk(of: index, finder) { event in
            guard case .account(var account) = event else { return }
            while let call = manual.first, call < account.until {
                callByHand(call)
                manual.removeFirst()
            }
            if account.call != nil, account.armed == swallowed { account.occasion = .cancellation }
            body(account)
        }
        // A chain has no schedule for the call that its cancellation brought.
        if let swallowed, entities[index].timer?.isChain == true, let call = history.lastRun?.last {
            body(
                Account(
                    occasion: .cancellation, isChain: true, call: call, until: call, due: swallowed,
                    armed: swallowed, pieces: finder?.pieces(from: swallowed, to: call) ?? []))
        }
        for call in manual { callByHand(call) }
    }
}

extension [Span] {
    /// For how long the system slept between two instants.
    func asleep(from: Int64, to: Int64) -> Int64 {
        reduce(0) {
            $0.adding(saturating: Swift.max(0, Swift.min($1.to, to).subtracting(saturating: Swift.max($1.from, from))))
        }
    }
}
