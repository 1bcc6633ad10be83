import LabAnalysis
import LabJSON
import LabRecording

extension RunReport {
    /// Every callback of every timer with its causes, as rows: `run --rows firings`. Times in ns.
    private var firingTable: Table<Firing> {
        Table(columns: [
            .init(csv: "file", value: { _ in file.json }), .data("timer") { name($0.timer) },
            .data("point") { $0.ofPoint($0.account.point) }, .data("due") { $0.ofPoint($0.account.due) },
            .data("fired") { $0.account.call }, .data("waiting") { $0.account.waiting },
            .data("lag") { $0.account.lag },
            .init(csv: "skipped", value: { $0.account.lostCount.json }),
            .data("skipped", csv: "") { $0.account.lostInstants },
            .data("causes", csv: "") { $0.causes.map(json(of:)) },
            .init(csv: "cause", value: { ($0.causes.first?.cause.title).json }),
            .init(csv: "culprit", value: { $0.causes.first.flatMap { name($0.culprit) }.json }),
            .init(csv: "line", value: { line(of: $0.causes.first?.reason).json }),
            .data("thread") { $0.thread.flatMap(name) },
        ])
    }

    /// The rows of a run that kept the records of callbacks, as comma-separated values.
    package func writeFiringsAsCSV(hasHead: Bool = true, to stream: ByteStream) {
        let table = firingTable
        if hasHead { table.writeHead(to: stream) }
        forEachFiring { table.write($0, to: stream) }
    }

    /// The same as lines of kind `firing`, each with all its causes.
    package func writeFiringsAsJSON(to stream: ByteStream) {
        let table = firingTable
        forEachFiring { stream.writeJSON("firing", table.json(of: $0)) }
    }

    /// Visits every callback of every timer, copies one by one.
    func forEachFiring(_ body: (Firing) -> Void) {
        let records = trace.records
        // The places of the records of each timer's callbacks, of which there may be millions.
        var fired: [EntityID: [Int32]] = [:]
        for (place, record) in records.enumerated() where record.kind == .fired {
            fired[record.entity, default: []].append(Int32(place))
        }
        let timers = trace.entities.indices.map(EntityID.init).filter { trace.entity($0)?.kind == .timer }
        var (current, places): (EntityID?, ArraySlice<Int32>) = (nil, [])
        analysis.forEachAccount(of: timers) { timer, account in
            if timer != current { (current, places) = (timer, (fired[timer] ?? [])[...]) }
            if let time = account.call { places = places.drop { records[Int($0)].time < time } }
            let record = account.call.flatMap { _ in places.first.map { records[Int($0)] } }
            let thread = record.map { EntityID($0.thread) }
            body(Firing(timer: timer, account: account, thread: thread, causes: account.shares))
        }
    }
}

struct Firing {
    var timer: EntityID
    var account: Account
    var thread: EntityID?
    var causes: [CauseShare]
    var time: Int64 { account.call ?? account.due }

    /// A value of the due point; a call by `fire` has none.
    fileprivate func ofPoint(_ value: Int64) -> JSONValue { account.occasion == .manual ? .null : value.json }
}
