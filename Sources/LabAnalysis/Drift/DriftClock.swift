import LabExactTime
import LabRecording

/// The facts about a clock that drift needs.
struct DriftClock: Hashable, Sendable {
    /// The unit of a time, ns: 1 for runs.
    let resolution: Int64
    private let clock: TraceHeader.Clock

    /// True if nothing shows how a timer is armed: the log of a device.
    var isUnknown: Bool { clock == .imported }
    /// True if the points of a grid are exact, as no clock of a host is.
    var isExact: Bool { clock == .simulated }

    init(of header: TraceHeader) {
        clock = header.clock
        resolution = header.resolution
    }

    var regimeOfGrids: DriftRegime { isUnknown ? .unknown : .grid }
}

extension DriftEstimate {
    /// The drift of firings that were always on time.
    init(punctual count: Int64, _ clock: DriftClock) {
        let isKnown = count > 2
        self.init(
            partsPerBillion: isKnown ? 0 : nil, halfWidth: isKnown ? 0 : nil, exact: isKnown ? .zero : nil,
            regime: clock.regimeOfGrids)
    }
}
