import LabAnalysis
import LabExactTime
import LabRecording
import LabReports
import LabScenarioProgram

/// The history of the run so far, with its causes.
extension Lab {
    /// The wake-ups that are late by 1 ms or more, each with its cause and the line of the scenario; empty if none is.
    ///
    /// `sleep 2: due 2 s, over 3.7 s: main busy 1.7 s: event layout (scenario, line 3)`
    public var why: String {
        let report = report
        let crash = report.analysis.crash.map { ["crashed at \(text($0.time)): \($0.reason)"] } ?? []
        let late = report.calls(of: Self.isTimer).filter { $0.wait >= 1_000_000 }.map {
            "\($0.name): due \(text($0.at - $0.wait)), over \(text($0.at)): \($0.because())"
        }
        return (late + crash).joined(separator: "\n")
    }

    /// The firing log: each wake-up and each line that the scenario logs, with its time from the start.
    public var log: String {
        let report = report
        let sleeps = report.calls(of: Self.isTimer).map { ($0.at, "\($0.name) over, due \(text($0.at - $0.wait))") }
        let lines = report.trace.records.filter { $0.kind == .logged }.map { ($0.time, report.trace.message(of: $0)) }
        return (sleeps + lines).sorted { $0.0 < $1.0 }.map { "\(text($0))  \($1)\n" }.joined()
    }

    /// True for a timer of the lab, which is in no scenario.
    fileprivate static func isTimer(_ timer: EntityID, _ entity: Entity) -> Bool {
        entity.place.isEmpty && !entity.group.exists
    }

    private var report: RunReport {
        engine.state.withLock { state in
            var trace = state.simulator.resultSoFar().trace
            (trace.records, trace.header.duration) = (state.keeper.records, state.now.adding(saturating: 1))
            trace.nameSleeps(state.leeways)
            return RunReport(trace: trace, analysis: RunAnalysis(of: trace), file: weather.name, source: weather.source)
        }
    }

    func text(_ time: Int64) -> String { DurationText.format(time, digits: 6) }
}

extension Trace {
    /// Gives each sleep that is over a timer of its own, with its number and leeway, in place of the call that it shares
    /// with others.
    fileprivate mutating func nameSleeps(_ leeways: [Int64?]) {
        var leeways = leeways.makeIterator()
        let first = entities.count - 1
        /// For each call the sleep that it waits for, and the one whose turn it is in.
        var waiting: [EntityID: (record: Int, leeway: Int64?)] = [:]
        var turns: [EntityID: EntityID] = [:]
        for (index, record) in records.enumerated() {
            let call = record.entity
            guard var timer = entity(call), timer.kind == .timer, Lab.isTimer(call, timer) else { continue }
            if record.kind == .gridSet {
                waiting[call] = (index, leeways.next() ?? nil)
            } else if record.kind == .fired, let sleep = waiting[call] {
                timer.name = "sleep \(entities.count - first)"
                let delay = records[sleep.record].value.subtracting(saturating: records[sleep.record].time)
                timer.timer?.tolerance = sleep.leeway ?? 0
                timer.timer?.defaultLeeway = sleep.leeway == nil ? CreationRules.leeway(ofDelay: delay) : 0
                turns[call] = EntityID(entities.count)
                records[sleep.record].entity = EntityID(entities.count)
                entities.append(timer)
            }
            if record.kind != .gridSet { records[index].entity = turns[call] ?? call }
        }
    }
}
