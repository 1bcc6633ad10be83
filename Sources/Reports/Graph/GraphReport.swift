import Recording

/// Who held whom at one instant of a run, as a drawing.
public enum GraphFormat: String, Sendable, CaseIterable {
    /// For Graphviz.
    case dot
    /// A picture of its own.
    case svg

    /// - Parameter instant: ns; nil for the end of the recording.
    public func write(_ report: RunReport, at instant: Int64?, to stream: ByteStream) {
        let drawing = ReferenceDrawing(report, at: instant)
        switch self {
        case .dot: DOTGraph(drawing: drawing).write(to: stream)
        case .svg: SVGGraph(drawing: drawing).write(to: stream)
        }
    }
}
