import LabRecording

extension Detectors {
    static let overlap: Detector = { evidence in
        evidence.overlaps.blocksOutOfTurn.map { block, overlaps, overtaken, together, timer in
            let way: Statement =
                "up to \(together) calls of \(block) that \(timer) asked for are on their way at once"
            let began: Statement = "began \(overlaps, "time") while an earlier one was still running"
            let came: Statement =
                (together > 1 ? "\(overtaken) came" : "was called \(overtaken, "time")")
                + " after one of a later firing"
            let what = [
                together > 1 ? way : nil, overlaps > 0 ? began : nil, overtaken > 0 ? came : nil,
            ].compactMap { $0 }
            return Sighting(
                subject: block, count: max(1, overlaps + overtaken), harm: overlaps + overtaken > 0 ? nil : .asked,
                message: (together > 1 ? "" : "\(block) ") + Statement(what, separator: ", and "))
        }
    }
}
