import LabExactTime

/// The events along a timer's requested schedule: its first due instant and a point each interval.
enum ScheduleEvent {
    /// A new schedule, from the first or a new date; with the number of firings before it.
    case schedule(Grid, firingsBefore: Int64)
    case account(Account)
    /// The end of the schedule or the recording, with the number of due points.
    case ended(due: Int64)
}

extension TimerStatistics {
    /// Calls `body` for everything along a timer's schedules, in order: calls, manual ones too, and points without a
    /// call. Equal calls come together.
    ///
    /// - Parameter finder: the finder of reasons; nil: the accounts have none.
    func walk(of index: Int, _ finder: CauseFinder?, _ body: (ScheduleEvent) -> Void) {
        let (history, traits) = (history(of: index), entities[index].timer)
        var manual = history.runs.filter(\.isByHand).flatMap(\.starts)[...]
        let swallowed = history.swallowedAt
        func callByHand(_ call: Int64) {
            body(.account(Account(occasion: .manual, call: call, until: call, due: call, armed: call)))
        }
        let isPlain = manual.isEmpty && swallowed == nil
        func pass(_ event: ScheduleEvent) {
            guard !isPlain, case .account(var account) = event else { return body(event) }
            while let call = manual.first, call < account.until {
                callByHand(call)
                manual.removeFirst()
            }
            if account.call != nil, account.armed == swallowed { account.occasion = .cancellation }
            body(.account(account))
        }
        if let traits, traits.isChain, let interval = traits.interval {
            var walk = ChainWalk(interval: interval, finder, sleeps: sleeps, until: header.duration)
            walk.follow(history, pass)
            // Its schedule has no point for the call that its cancellation caused.
            if let swallowed, let call = history.runs.last?.last {
                let account = Account(
                    isChain: true, call: call, until: call, due: swallowed, armed: swallowed,
                    pieces: finder?.pieces(from: swallowed, to: call) ?? [])
                pass(.account(account))
            }
        } else {
            let isRequest = entities[index].mechanism == .perform && traits?.repeats == false && traits?.interval == nil
            var walk = GridWalk(traits, isRequest: isRequest, finder, sleeps: sleeps, until: header.duration)
            walk.follow(history, pass)
        }
        for call in manual { callByHand(call) }
    }

    /// Calls `body` with the account of every call of a timer, in order; equal calls come together.
    func forEachAccount(of index: Int, _ finder: CauseFinder?, _ body: (Account) -> Void) {
        walk(of: index, finder) { if case .account(let account) = $0 { body(account) } }
    }
}

extension Collection<Span> {
    /// The time that the system slept between two instants.
    func asleep(from: Int64, to: Int64) -> Int64 {
        sum { Swift.max(0, Swift.min($0.to, to).subtracting(saturating: Swift.max($0.from, from))) }
    }
}
