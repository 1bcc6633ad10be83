import LabExactTime
import LabRealLogs
import Testing

@testable import Laboratory

@Suite("A device profile is made of logs of one kind, and says how sure it is")
struct CalibrationTests {
    private let folder: ScratchFolder
    private let workbench = Workbench(finder: ScenarioFinder(roots: []))

    init() throws { folder = try ScratchFolder() }

    private func request(_ interval: Int64) -> CalibrateRequest {
        var request = CalibrateRequest()
        request.log.interval = Rational(whole: interval)
        return request
    }

    private func log(_ name: String, _ seconds: [Double]) throws -> String {
        try folder.write(name, "time,message\n" + seconds.map { "\($0),tick\n" }.joined())
    }

    /// Lateness of up to a millisecond, and of up to `work` s more.
    private func grid(_ count: Int, work: Double = 0) -> [Double] {
        (0..<count).map { (index: Int) -> Double in
            let late = Double(index * 7 % 11) * 0.0001
            return Double(index) + late + work * Double(index * 5 % 13) / 13
        }
    }

    private func refusal(_ paths: [String]) -> String? {
        do {
            _ = try workbench.calibrate(paths, request(1_000_000_000))
            return nil
        } catch {
            guard error.status == .wrongData, case .plain(let message, _) = error.kind else { return "" }
            return message
        }
    }

    @Test("a log that is armed anew, one of work, and one of two kinds are refused; so are two of different kinds")
    func refused() throws {
        let idle = try log("idle.log", grid(60))
        #expect(refusal([idle]) == nil)
        var time = 0.0
        let chain = (0..<60).map { index in
            time += 1.02 + Double(index * index * 7919 % 101) * 0.0002
            return time
        }
        #expect(refusal([try log("chain.log", chain)])?.contains("armed anew") == true)
        let busy = try log("busy.log", grid(60, work: 0.4))
        #expect(refusal([busy])?.contains("no wake-up latency") == true)
        let some = try log("some.log", grid(60, work: 0.2))
        #expect(refusal([some]) == nil)
        #expect(refusal([idle, some])?.contains("not of one kind") == true)
        let mixed = grid(30) + grid(30, work: 0.2).map { $0 + 30 }
        #expect(refusal([try log("mixed.log", mixed)])?.contains("changes its kind") == true)
    }

    @Test("how long work takes is told with a slack that holds the truth", arguments: [5.31, 5.5, 5.97])
    func slack(work: Double) throws {
        for jitter in [0.001, 0.3, 0.6] {
            var lines: [Double] = []
            var start = 1.0
            for index in 0..<40 {
                let end = start + work + jitter * Double(index * 5 % 13) / 13
                lines.append((end * 1e6).rounded() / 1e6)
                start = end.rounded(.down) + 1
            }
            var request = request(1_000_000_000)
            request.turns = 1_000_000_000
            let text = try workbench.calibrate([try log("heavy.log", lines)], request)
            let cost = try #require(text.firstMatch(of: /loop_cost = "([0-9.]+)ns"/).flatMap { Double($0.1) })
            let slack = try #require(text.firstMatch(of: /loop_cost may be ([0-9.]+) ns/).flatMap { Double($0.1) })
            #expect(abs(cost - work - jitter * 6 / 13) <= slack + 1e-3, "\(cost) \(slack) \(jitter)")
        }
    }

    @Test("of thirty recordings, what a profile of half of the lines predicts holds for the others in nine of ten")
    func predictions() throws {
        var (told, held) = (0, 0)
        for log in RealLog.all where told < 30 && log.isGrid && log.work < 50 && log.times.count >= 800 {
            let interval = log.interval
            let anchor = log.times[0]
            // Lateness against the earliest phase: what lies before the median is where the grid is.
            let phases = log.times.map { ($0 - anchor) % interval }
            let start = phases.sorted()[phases.count / 2] + interval / 2
            let turned = phases.map { ($0 - start + 2 * interval) % interval }
            let least = turned.sorted()[turned.count / 100]
            let late = turned.map { max(0, $0 - least) }
            let halves = DeviceCalibration.halves(late)
            guard let bands = DeviceCalibration.prediction(halves.taken) else { continue }
            told += 1
            let others = halves.heldOut.sorted()
            let p50 = others[(others.count + 1) / 2 - 1]
            let p99 = others[(others.count * 99 + 99) / 100 - 1]
            #expect(bands.p50.high * 2 <= bands.p50.low * 3 + 2 && bands.p99.high <= bands.p99.low * 4)
            if (bands.p50.low...bands.p50.high).contains(p50), (bands.p99.low...bands.p99.high).contains(p99) {
                held += 1
            }
        }
        #expect(told == 30 && held >= 27, "\(held) of \(told)")
    }
}
