import LabExactTime
import LabRecording

/// Makes the accounts of one timer's calls, in order, from its schedule.
struct AccountMaker {
    /// nil: the accounts have no reasons.
    private let finder: CauseFinder?
    /// ns; nil for a timer that keeps a grid.
    private let chainInterval: Int64?
    private var requested = Grid(anchor: 0, interval: nil)
    /// The last call on the schedule, ns.
    private var previous: Int64?

    init(_ finder: CauseFinder?, _ traits: TimerTraits?) {
        self.finder = finder
        chainInterval = traits?.isChain == true ? traits?.interval?.scaled(1) : nil
    }

    mutating func take(_ event: WalkedEvent, _ body: (Account) -> Void) {
        switch event {
        case .schedule(let grid, _): (requested, previous) = (grid, nil)
        case .firings(let firings, let points):
            if let chainInterval { chain(firings, chainInterval, body) } else { body(grid(firings, points)) }
        case .unserved(let points): body(unserved(points))
        case .ended: break
        }
    }

    private func account(_ firings: WalkedFirings, due: Int64) -> Account {
        Account(
            isChain: chainInterval != nil, call: firings.start, until: firings.start,
            point: firings.point ?? firings.index, due: due,
            armed: firings.start.subtracting(saturating: firings.lateness), lag: firings.lag, repeats: firings.count,
            step: firings.step, pointStep: firings.indexStep)
    }

    private func grid(_ firings: WalkedFirings, _ points: ServedPoints?) -> Account {
        var account = account(
            firings, due: points?.servedPoint ?? firings.start.subtracting(saturating: firings.lag))
        account.lag = account.waiting
        guard let points else { return account }
        let (lost, served) = points.parts
        let number = account.point.subtracting(saturating: points.served ?? 0)
        account.lost = lost.map { self.lost($0, number: number) }
        if let served { account.pieces = pieces(of: served) }
        return account
    }

    private func unserved(_ points: ServedPoints) -> Account {
        let due = points.grid.point(points.last) ?? points.from
        var account = Account(
            until: points.until, point: max(0, requested.firstIndex(after: due) - 1), due: due, armed: points.armed)
        if points.isPending {
            account.pieces = pieces(of: points)
        } else {
            account.lost = [lost(points, number: account.point - points.last)]
        }
        return account
    }

    private func lost(_ points: ServedPoints, number: Int64) -> LostPoints {
        LostPoints(
            first: points.first.adding(saturating: number), last: points.last.adding(saturating: number),
            count: points.count.multiplied(saturatingBy: points.repeats), from: points.from,
            to: points.grid.point(points.last) ?? points.from, times: finder?.times(ofLost: points) ?? [],
            grid: points.grid, indices: points.first...points.last)
    }

    private func pieces(of points: ServedPoints) -> [Piece] {
        guard let finder else { return [] }
        return finder.pieces(from: points.from, to: points.until, standing: finder.standstill(points.asleep))
    }

    /// Lag grows by how much later than an interval after the last call the next one is armed, and by how late that comes.
    private mutating func chain(_ firings: WalkedFirings, _ interval: Int64, _ body: (Account) -> Void) {
        var account = account(firings, due: firings.start.subtracting(saturating: firings.lag))
        let last = previous
        previous = firings.last
        guard let finder else { return body(account) }
        if let last {
            account.pieces = finder.pieces(
                from: last, to: account.armed.subtracting(saturating: interval), isRearming: true)
        }
        if firings.lateness > 0 {
            let asleep = finder.circumstances.sleeps.asleep(from: account.armed, to: firings.start)
            account.pieces += finder.pieces(
                from: account.armed, to: firings.start,
                standing: finder.standstill(max(0, firings.slept - asleep)))
        }
        guard firings.count > 1 else { return body(account) }
        var rest = account
        account.repeats = 1
        body(account)
        // Calls that come in even steps are late by nothing, or the walk would tell them one by one.
        (rest.repeats, rest.pieces) = (firings.count - 1, [])
        for path in [\Account.until, \.due, \.armed] { rest[keyPath: path] = rest[keyPath: path] &+ firings.step }
        rest.call = rest.until
        rest.point += firings.indexStep
        body(rest)
    }
}

extension TimerStatistics {
    /// Calls `body` with the account of every call of a timer, in order; those that are alike at once.
    ///
    /// - Parameter finder: nil: the accounts have no reasons.
    func forEachAccount(of index: Int, _ finder: CauseFinder?, _ body: (Account) -> Void) {
        let history = history(of: index)
        var maker = AccountMaker(finder, entities[index].timer)
        var manual = history.runs.filter(\.isByHand).flatMap(\.starts)[...]
        let swallowed = history.swallowedAt
        func account(_ account: Account) {
            while let call = manual.first, call < account.until {
                body(Account(occasion: .manual, call: call, until: call, point: 0, due: call, armed: call))
                manual.removeFirst()
            }
            var account = account
            if account.call != nil, account.armed == swallowed { account.occasion = .cancellation }
            body(account)
        }
        walk(of: index, folding: false) { maker.take($0, account) }
        // A chain has no schedule for the call that its cancellation brought.
        if let swallowed, entities[index].timer?.isChain == true, let call = history.lastRun?.last {
            account(
                Account(
                    occasion: .cancellation, isChain: true, call: call, until: call, point: 0, due: swallowed,
                    armed: swallowed, pieces: finder?.pieces(from: swallowed, to: call) ?? []))
        }
        for call in manual {
            body(Account(occasion: .manual, call: call, until: call, point: 0, due: call, armed: call))
        }
    }
}
