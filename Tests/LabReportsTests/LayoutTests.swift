import LabExactTime
import LabRecording
import Testing

@testable import LabAnalysis
@testable import LabReports

@Suite("Layout")
struct LayoutTests {
    @Test(
        "a text's width counts terminal columns",
        arguments: [
            ("tick", 4), ("", 0), ("定时器", 6), ("e\u{301}", 1), ("ﾃｽﾄ", 3), ("全角Ａ", 6), ("🕰️", 2), ("⏰", 2), ("한글", 4),
            ("a\u{200D}b", 2), ("±µ–", 3),
        ])
    func width(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test("a clipped text never takes more columns than it may", arguments: 0..<8)
    func clipping(width: Int) {
        for text in ["timer", "定时器", "a定b时", ""] {
            #expect(DisplayWidth.of(DisplayWidth.clipped(text, to: width)) <= width)
        }
    }

    @Test("tables align by columns, not by letters")
    func tableAlignment() {
        let table = TextTable(
            columns: [("timer", true), ("n", false)], rows: [["定时器", "1"], ["tick", "22"]])
        let lines = table.lines(width: 80)
        #expect(Set(lines.map(\.width)).count == 1)
    }

    @Test("a table whose names tell its rows apart shows them as a whole, and goes on below")
    func wholeNames() {
        let heads = (0..<6).map { "column \($0)" }
        var table = TextTable(
            columns: [("", true)] + heads.map { ($0, false) },
            rows: ["first", "second"].map { name in
                [StyledText("dispatch source on a queue of its own (\(name))")] + heads.map { StyledText($0) }
            })
        table.keepsNames = true
        let lines = table.lines(width: 80).map { $0.rendered(.plain) }
        #expect(lines.allSatisfy { $0.count <= 80 } && lines.count { $0.contains("(second)") } == 2)
    }

    @Test("a table never grows beyond the width; columns without room go on below", arguments: [40, 60, 80, 100, 140])
    func tableWidth(width: Int) {
        let cells = ["12.345 ms", "1 s", "900 µs"].map { StyledText($0) }
        let table = TextTable(
            columns: [("timer", true)] + (0..<27).map { ("column \($0)", false) },
            rows: [["tick"] + (0..<9).flatMap { _ in cells }])
        let lines = table.lines(width: width)
        #expect(lines.allSatisfy { $0.width <= width })
        let text = lines.map { $0.rendered(.plain) }.joined(separator: "\n")
        #expect((0..<27).allSatisfy { text.contains("column \($0)") })
    }

    @Test("control characters of ids and titles never reach a terminal")
    func controls() {
        let text = StyledText("a\u{1B}[31mb\u{7}c\nd")
        #expect(text.rendered(.plain) == #"a\u{1b}[31mb\u{7}c\u{a}d"#)
    }

    @Test("colour only wraps what plain text says")
    func colours() {
        let plain = ByteStream.text { PageText().write(SampleReports.heavy().page(), to: $0) }
        let coloured = ByteStream.text {
            PageText(decorator: .ansi).write(SampleReports.heavy().page(), to: $0)
        }
        #expect(coloured.contains("\u{1B}["))
        #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
        #expect(!plain.contains("\u{1B}"))
    }

    @Test("no line but the log's and a quoted word's is wider than the terminal", arguments: [72, 80, 100, 140, 200])
    func fits(width: Int) {
        let text = ByteStream.text {
            PageText(width: width).write(SampleReports.heavy().page(isQuiet: true), to: $0)
        }
        for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= width, "\(line)") }
    }
}

@Suite("The time scale")
struct TimeScaleTests {
    @Test(
        "steps are round and fill the width",
        arguments: [
            (43_000_000_000, 65, 1_000_000_000), (60_000_000_000, 57, 1_500_000_000), (6_000_000_000, 60, 100_000_000),
            (3_600_000_000_000, 65, 60_000_000_000),
            (1, 80, 1), (86_400_000_000_000, 70, 1_800_000_000_000), (7, 3, 3),
        ] as [(Int64, Int, Int64)])
    func steps(duration: Int64, width: Int, step: Int64) {
        let scale = TimeScale(duration: duration, width: width)
        #expect(scale.step == step)
        #expect(scale.columns <= width)
        #expect(scale.end(scale.columns - 1) == duration)
    }

    @Test("even the longest recording has a scale", arguments: [1, 10, 65, 200])
    func longest(width: Int) {
        let scale = TimeScale(duration: .max, width: width)
        #expect(scale.columns <= width)
        #expect(scale.column(.max - 1) == scale.columns - 1)
        #expect(!scale.labels.isEmpty)
    }

    @Test("labels begin above the column of their instant")
    func labels() {
        #expect(
            TimeScale(duration: 43_000_000_000, width: 65).labels == "0 s       10 s      20 s      30 s      40 s")
    }

    @Test(
        "equal intervals look equal where a step up to twice as long makes them",
        arguments: [
            ([1_000_000_000], 200_000_000), ([1_000_000_000, 500_000_000], 250_000_000), ([50_000_000], 150_000_000),
            ([16_666_667], 150_000_000), ([], 150_000_000),
        ] as [([Int64], Int64)])
    func dividing(intervals: [Int64], step: Int64) {
        #expect(TimeScale(duration: 6_000_000_000, width: 41, intervals: intervals).step == step)
    }
}

@Suite("Folded code")
struct FoldedCodeTests {
    @Test(
        "a long line goes on where its language allows it, each with the sign of the change",
        arguments: [
            (
                "- tick = .scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in self.fire() }",
                ["- tick = .scheduledTimer(withTimeInterval: 0.5,", "-     repeats: true) { _ in self.fire() }"]
            ),
            (
                "+ self.tick = [NSTimer scheduledTimerWithTimeInterval:1 target:self selector:@selector(fire)];",
                [
                    "+ self.tick = [NSTimer", "+     scheduledTimerWithTimeInterval:1 target:self",
                    "+     selector:@selector(fire)];",
                ]
            ),
            (
                "+ tick = dispatch_async(self.queue, ^{ self.isBusy = NO; [self show:it]; });",
                ["+ tick = dispatch_async(self.queue,", "+     ^{ self.isBusy = NO; [self show:it]; });"]
            ),
            (
                "+ DispatchSource.makeTimerSource(queue: DispatchQueue(label: \"queue\"))",
                ["+ DispatchSource.makeTimerSource(", "+     queue: DispatchQueue(label: \"queue\"))"]
            ),
            (
                "+ for await _ in AsyncTimerSequence(interval: it, clock: .continuous) {",
                ["+ for await _ in AsyncTimerSequence(interval: it,", "+     clock: .continuous) {"]
            ),
            ("+   log(\"one, two, three, four, five, six, seven, eight, nine, ten, eleven\")", []),
            ("let a = b, c = d // a comment that is too long", ["let a = b, c = d // a comment that is too long"]),
            (
                "+ stop(loop)  // elsewhere, once it is false; the thread keeps its loop there",
                ["+ stop(loop)", "+     // elsewhere, once it is false; the thread", "+     // keeps its loop there"]
            ),
        ])
    func folded(line: String, expected: [String]) {
        let lines = FoldedCode.lines(of: line, to: 50)
        func letters(_ text: String) -> String { text.filter { !" +-/".contains($0) } }
        #expect(letters(lines.joined()) == letters(line))
        #expect(lines.allSatisfy { $0.count <= 50 } || lines.count == 1)
        if !expected.isEmpty { #expect(Array(lines.prefix(expected.count)) == expected) }
    }
}

extension StyledText: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
