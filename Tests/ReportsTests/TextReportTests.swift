import Reports
import Testing

@Suite("The text report")
struct TextReportTests {
    @Test("looks as recorded at every width", arguments: [80, 140])
    func golden(width: Int) throws {
        let text = ByteStream.text { stream in
            TextReport(width: width).write(SampleReports.heavy(), isFirst: true, to: stream)
        }
        try Golden.check(text, "heavy-work-\(width).txt")
    }
}
