import LabAnalysis
import LabRecording
import Testing

@testable import LabReports

@Suite("Messages")
struct MessageSectionTests {
    private func report() -> RunReport {
        var trace = Trace()
        trace.entities = [
            Entity(.object, name: "proxy", detail: "LJProxy"), Entity(.object, name: "controller"),
        ]
        let (proxy, controller) = (EntityID(0), EntityID(1))
        let way = ["lookup", "resolveInstanceMethod:", "forwardingTargetForSelector:"]
        trace.messages = [
            MessageTrace(
                receiver: proxy, selector: "timerRun", stages: way, outcome: .forwardedToTarget(controller)),
            MessageTrace(receiver: controller, selector: "timerRun", stages: ["lookup"], outcome: .method),
            MessageTrace(receiver: proxy, selector: "timerRun", stages: way, outcome: .unrecognised),
        ]
        for (time, number) in [(1, 0), (1, 1), (2, 0), (2, 1), (3, 2)] as [(Int64, Int64)] {
            trace.records.append(
                Record(
                    .messaged, at: time * 1_000_000_000, entity: trace.messages[Int(number)].receiver, value: number))
        }
        return RunReport(trace: trace, analysis: RunAnalysis(of: trace), file: "proxy.toml")
    }

    private func lines(width: Int) -> [StyledText] {
        report().messageSection.blocks.flatMap(PageText(width: width).lines)
    }

    @Test("each way is told once: how often it was taken, since when, by which stages, and who answered")
    func ways() {
        let lines = lines(width: 100).map { $0.rendered(.plain) }
        #expect(
            lines == [
                "  2 ×  from 1 s: timerRun → proxy (LJProxy)",
                "       lookup ✗ · resolveInstanceMethod: ✗ · forwardingTargetForSelector: → controller",
                "  2 ×  from 1 s: timerRun → controller",
                "       lookup ✓",
                "  1 ×  from 3 s: timerRun → proxy (LJProxy)",
                "       lookup ✗ · resolveInstanceMethod: ✗ · forwardingTargetForSelector: ✗ unrecognised",
            ])
    }

    @Test("a program reads them as lines of kind message, when it asks for them")
    func json() {
        let with = ByteStream.text { report().writeJSON(showsMessages: true, to: $0) }
        let without = ByteStream.text { report().writeJSON(to: $0) }
        let line =
            #"{"version":3,"kind":"message","payload":{"receiver":"proxy","class":"LJProxy","selector":"timerRun","#
            + #""stages":["lookup","resolveInstanceMethod:","forwardingTargetForSelector:"],"outcome":"forwarded","#
            + #""target":"controller","count":2,"first":1000000000}}"#
        #expect(with.split(separator: "\n").contains { $0 == line })
        #expect(!without.contains("\"kind\":\"message\""))
    }

    @Test(
        "the section comes only when it is asked for, and no line is wider than the terminal", arguments: [40, 72, 100])
    func asked(width: Int) {
        let without = ByteStream.text { PageText(width: width).write(report().page(), to: $0) }
        let with = ByteStream.text {
            PageText(width: width).write(report().page(showsMessages: true), to: $0)
        }
        #expect(!without.contains("Messages"))
        #expect(with.contains("Messages"))
        for line in lines(width: width) { #expect(line.width <= width) }
    }
}
