import LabRecording

/// A span of time about an entity, ns.
struct Span: TimeSpan {
    var from: Int64
    var to: Int64
    var entity = EntityID.none
    /// The step that it began with; -1: none.
    var step: Int64 = -1
}

protocol TimeSpan {
    var from: Int64 { get }
    var to: Int64 { get }
}

extension TimeSpan {
    var length: Int64 { to &- from }
}

extension RandomAccessCollection where Element: TimeSpan, Index == Int {
    /// The span of an instant, if any, and the end of this answer: the span's end, or the start of the next one.
    ///
    /// The spans are in order and do not overlap.
    func span(at instant: Int64) -> (span: Element?, until: Int64) {
        let found = boundary { $0.to > instant }
        guard found < endIndex else { return (nil, .max) }
        return self[found].from <= instant ? (self[found], self[found].to) : (nil, self[found].from)
    }
}

/// A callback of a timer, or a part of one, ns.
struct CallbackSpan: TimeSpan {
    var from: Int64
    var to: Int64
    var timer: Int32
    var thread: Int16
}
