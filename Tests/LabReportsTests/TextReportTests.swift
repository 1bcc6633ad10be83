import LabReports
import Testing

@Suite("The text report")
struct TextReportTests {
    @Test("looks as recorded at every width", arguments: [80, 140])
    func golden(width: Int) throws {
        let text = ByteStream.text { stream in
            PageText(width: width).write(SampleReports.heavy().page(), to: stream)
        }
        try Golden.check(text, "heavy-work-\(width).txt")
    }
}
