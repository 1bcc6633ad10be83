import LabExactTime
import LabRecording

extension Detectors {
    static let relativeDrift: Detector = eachTimer { evidence, timer in
        if let chain = evidence.remadeChain(timer) { return chain }
        guard evidence.traits(of: timer)?.isChain == true, let summary = evidence.statistics.summary(of: timer),
            let drift = summary.drift, case .value = drift.verdict, let parts = drift.partsPerBillion, parts > 0,
            summary.copies == 1
        else { return nil }
        let loss = loss(of: parts)
        let work = evidence.causes.shares(of: timer).lazy.filter { $0.cause == .ownCallback }
            .map { evidence.trace.place(of: $0.reason) }.first { !$0.isEmpty }
        return Sighting(
            subject: timer, place: work, count: summary.fired,
            message: "\(timer) is armed again after each callback: \(loss) (\(drift.text()))")
    }

    /// - Parameter parts: the drift in parts per billion.
    fileprivate static func loss(of parts: Int64) -> Statement {
        parts >= 10_000_000
            ? "each second takes \(ns: Int64(1_000_000_000).adding(saturating: parts))"
            : "it falls behind by \(ns: parts) a second"
    }
}

extension Evidence {
    /// Timers that fire once and make the next one in their callback: three and more, a thousandth slower than asked.
    fileprivate func remadeChain(_ timer: EntityID) -> Sighting? {
        guard traits(of: timer)?.repeats == false else { return nil }
        let copies = statistics.copies(of: timer)
        let calls = copies.compactMap { copy in history(of: copy).firstRun.map { (copy, at: $0.start) } }
        guard calls.count >= 3, let asked = history(of: calls[0].0).grids.first,
            case let delay = asked.anchor.subtracting(saturating: asked.since), delay > 0
        else { return nil }
        let isChain = zip(calls, calls.dropFirst()).allSatisfy { call, next in
            guard let made = history(of: next.0).grids.first?.since else { return false }
            return (0...circumstances.callbackTimes(of: call.0).longest).contains(made - call.at)
        }
        let period = (calls[calls.count - 1].at - calls[0].at) / Int64(calls.count - 1)
        let parts = Int64(clamping: Int128(period - delay) * 1_000_000_000 / Int128(delay))
        guard isChain, parts >= 1_000_000 else { return nil }
        return Sighting(
            subject: timer, count: Int64(calls.count),
            message: "\(timer) is made again in each callback: \(Detectors.loss(of: parts))")
    }
}
