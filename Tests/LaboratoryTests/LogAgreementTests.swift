import Analysis
import Recording
import Reports
import Testing

@testable import Laboratory

/// What `analyze` says of the log that a run has printed.
@Suite("A printed log tells what the run told, to the microsecond of its stamps")
struct LogAgreementTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The only repeating timer of a run, if its own callback writes the log's lines, one each.
    private func logging(_ report: RunReport) -> TimerSummary? {
        let timers = report.analysis.timers.filter { $0.requested != nil }
        guard timers.count == 1, let timer = timers.first, timer.fired >= 5 else { return nil }
        let lines = report.trace.records.filter { $0.kind == .logged }
        let texts = Set(lines.map { report.trace.message(of: $0) })
        guard lines.allSatisfy({ $0.entity == timer.entity }), Int64(lines.count) == timer.fired, texts.count == 1
        else {
            return nil
        }
        return timer
    }

    @Test("analyze agrees with run on fired, lost points, interval and drift")
    func agreement() throws {
        var compared = 0
        // The lines of a quoted log tell of callbacks, not of the points that its replay was given for them.
        for listing in Shipped.listings where !listing.path.contains("/quoted/") {
            let report = try Shipped.workbench.run(listing.path).report
            guard let told = logging(report), let usual = told.logInterval else { continue }
            let text = ByteStream.text { FiringLogWriter.write(report.trace, to: $0) }
            let path = try folder.write("device.log", text)
            var request = AnalyzeRequest()
            request.log.interval = told.requested
            let found = try #require(try Shipped.workbench.analyze(path, request).report.analysis.timers.first)
            #expect(found.fired == told.fired && found.skipped == told.skipped, "\(listing.path)")
            let interval = try #require(found.interval)
            #expect(abs(interval.p50 - usual.p50) <= 1000, "\(listing.path)")
            if let low = found.drift?.low, let high = found.drift?.high, let drift = told.drift?.partsPerBillion {
                #expect((low...high).contains(drift), "\(listing.path)")
            }
            compared += 1
        }
        #expect(compared >= 10)
    }
}
