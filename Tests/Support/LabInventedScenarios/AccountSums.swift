import LabAnalysis
import LabRecording

extension RunAnalysis {
    /// Accounts whose pieces have gaps or do not add up to their wait, and timers whose shares are not the sums of their
    /// accounts. None, by a law.
    package func wrongSums(in trace: Trace) -> [String] {
        trace.entities.indices.map(EntityID.init).filter { trace.entity($0)?.kind == .timer }.flatMap { timer in
            let accounts = accounts(of: timer)
            let calls = accounts.filter { $0.call != nil && $0.occasion == .scheduled }
            let hasGap = accounts.contains { account in
                !account.isChain && zip(account.pieces, account.pieces.dropFirst()).contains { $0.to != $1.from }
            }
            let isWhole = calls.allSatisfy { call in
                call.waiting.map { max(0, $0) == call.pieces.reduce(0) { $0 + $1.length } } ?? true
            }
            let shares = attributions.first { $0.timer == timer }
            let sum = accounts.flatMap(\.shares).reduce(0) { $0 + $1.nanoseconds }
            let isGroup = trace.entities.contains { $0.kind == .timer && $0.group == timer }
            let percent = shares?.shares.reduce(0) { $0 + $1.percent } ?? 100
            return [
                hasGap ? "gaps" : nil, isWhole ? nil : "pieces",
                isGroup || sum == shares?.nanoseconds ?? 0 ? nil : "\(sum) of \(shares?.nanoseconds ?? 0) ns",
                percent == 100 ? nil : "\(percent) %",
            ].compactMap { $0.map { "\(trace.name(timer)): \($0)" } }
        }
    }
}
