import LabExactTime
import LabRecording
import LabTraceBuilding
import Testing

@testable import LabAnalysis

@Suite("Episodes")
struct EpisodeFinderTests {
    /// The episodes of a timer of 100 ms that begins its callbacks then, each for the points since the one before.
    private func episodes(_ starts: [Int64], until end: Int64? = nil) -> (listed: [Episode], count: Int64) {
        let grid = Grid(anchor: 100 * ms, interval: Rational(whole: 100 * ms))
        var finder = EpisodeFinder(interval: Rational(whole: 100 * ms))
        finder.begin(grid)
        var next: Int64 = 0
        for start in starts {
            let reached = grid.firstIndex(after: start) - 1
            var account = Account(
                call: start, until: start, interval: grid.interval, due: grid.point(next) ?? start, armed: start)
            account.isExtra = reached < next
            if reached > next {
                account.lost = [LostPoints(grid: grid, indices: (next + 1)...reached, until: start)]
            }
            finder.fold(account)
            next = max(next, reached + 1)
        }
        if let end, grid.points(before: end) > next {
            let lost = LostPoints(grid: grid, indices: next...(grid.points(before: end) - 1), until: end)
            finder.fold(
                Account(until: end, isOpen: true, interval: grid.interval, due: lost.to, armed: end, lost: [lost]))
        }
        return finder.result()
    }

    private func even(_ points: ClosedRange<Int64>) -> [Int64] { points.map { $0 * 100 * ms } }

    @Test("a timer on time has none")
    func none() {
        #expect(episodes(even(1...50)).listed.isEmpty && episodes(even(1...50)).count == 0)
    }

    @Test("silence of one and a half intervals is one, from the callback before it to the one that ends it")
    func silence() {
        let found = episodes(even(1...10) + [1400 * ms] + even(15...30))
        #expect(found.listed == [Episode(from: 1000 * ms, to: 1400 * ms, isSilent: true, lost: 3)])
        #expect(found.count == 1)
    }

    @Test("a point that waits for a tenth of the interval keeps the rhythm, one that waits longer does not")
    func waiting() {
        #expect(episodes(even(1...10) + [1110 * ms] + even(12...30)).count == 0)
        #expect(
            episodes(even(1...10) + [1110 * ms + 1] + even(12...30)).listed == [
                Episode(from: 1100 * ms, to: 1110 * ms + 1, lost: 0)
            ])
    }

    @Test("disturbances in a row are one, with a callback on time between them two")
    func maximal() {
        let late = [11, 12, 13].map { Int64($0) * 100 * ms + 20 * ms }
        #expect(
            episodes(even(1...10) + late + even(14...40)).listed == [Episode(from: 1100 * ms, to: 1320 * ms, lost: 0)])
        let apart = [late[0]] + even(12...12) + [late[2]]
        #expect(episodes(even(1...10) + apart + even(14...40)).count == 2)
    }

    @Test("what lasts for most of the intervals is the timer's rhythm")
    func rhythm() {
        let every6 = (0..<8).map { (1 + 6 * Int64($0)) * 100 * ms }
        #expect(episodes(every6).count == 0)
    }

    @Test("one that the recording ends in is open")
    func open() {
        let found = episodes(even(1...10), until: 1450 * ms)
        #expect(found.listed == [Episode(from: 1000 * ms, to: 1450 * ms, isOpen: true, isSilent: true, lost: 4)])
        #expect(episodes(even(1...10), until: 1150 * ms).count == 1)
        #expect(episodes(even(1...10), until: 1150 * ms - 1).count == 0)
    }

    @Test("the sixteen worst are listed in the order of time, all are counted")
    func many() {
        var starts: [Int64] = []
        for number in 0..<Int64(30) {
            let first = number * 20
            starts += even(first + 1...first + 15) + [(first + 17) * 100 * ms + number * ms]
            starts += even(first + 18...first + 20)
        }
        let found = episodes(starts)
        #expect(found.count == 30 && found.listed.count == EpisodeFinder.mostListed)
        #expect(found.listed.map(\.from) == (14..<30).map { (Int64($0) * 20 + 15) * 100 * ms })
    }
}
