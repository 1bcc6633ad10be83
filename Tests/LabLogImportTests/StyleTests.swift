import LabAnalysis
import LabExactTime
import LabLogImport
import Testing

/// The same three lines of a one-second timer, 40 µs and 90 µs late, as every tool prints them.
struct StyleSample: Sendable, CustomTestStringConvertible {
    var title: String
    var style: LogStyle
    var text: String
    /// What its stamps can show, ns.
    var unit: Int64 = 1000
    var thread: Int64 = 0
    var process = "QTimer"
    var name = "timer test"

    var testDescription: String { title }

    static let all: [StyleSample] = [
        StyleSample(
            title: "NSLog", style: .nslog,
            text: """
                2017-11-10 09:12:32.566622+0800 QTimer[20276:7878806] timer test
                2017-11-10 09:12:33.566662+0800 QTimer[20276:7878806] timer test
                2017-11-10 09:12:34.566712+0800 QTimer[20276:7878806] timer test
                """, thread: 7_878_806),
        StyleSample(
            title: "NSLog of old systems, without a time zone", style: .nslog,
            text: """
                2015-03-01 09:12:32.566 QTimer[20276:60b] timer test
                2015-03-01 09:12:33.566 QTimer[20276:60b] timer test
                2015-03-01 09:12:34.567 QTimer[20276:60b] timer test
                """, unit: 1_000_000, thread: 0x60b),
        StyleSample(
            title: "a name with spaces, a debugger's prompt, Windows' line ends", style: .nslog,
            text: "(lldb) 2017-11-10 09:12:32.566622+0800 My App[1:2] timer test\r\n"
                + "2017-11-10 09:12:33.566662+0800 My App[1:2] timer test\r\n"
                + "2017-11-10 09:12:34.566712+0800 My App[1:2] timer test\r\n", thread: 2, process: "My App"),
        StyleSample(
            title: "Xcode 15 with its line of details", style: .xcode,
            text: """
                timer test
                Type: Notice | Timestamp: 2023-10-17 09:12:32.566622+08:00 | Process: QTimer | Library: QTimer | TID: 0x1d5b
                timer test
                Type: Notice | Timestamp: 2023-10-17 09:12:33.566662+08:00 | Process: QTimer | Library: QTimer | TID: 0x1d5b
                timer test
                Type: Notice | Timestamp: 2023-10-17 09:12:34.566712+08:00 | Process: QTimer | Library: QTimer | TID: 0x1d5b
                """, thread: 0x1d5b),
        StyleSample(
            title: "log show", style: .unifiedDefault,
            text: """
                Filtering the log data using "process == "QTimer""
                Timestamp                       Thread     Type        Activity             PID    TTL
                2023-10-17 09:12:32.566622+0800 0x1d5b     Default     0x0                  20276  0    QTimer: (QTimer) timer test
                2023-10-17 09:12:33.566662+0800 0x1d5b     Default     0x0                  20276  0    QTimer: [com.acme.demo:timer] timer test
                2023-10-17 09:12:34.566712+0800 0x1d5b     Default     0x0                  20276  0    QTimer: (QTimer) timer test
                --------------------------------------------------------------------------------------------------------------------
                Log      - Default:          3, Info:                0, Debug:             0, Error:          0, Fault:          0
                """, thread: 0x1d5b),
        StyleSample(
            title: "log show --style compact", style: .unifiedCompact,
            text: """
                Timestamp               Ty Process[PID:TID]
                2023-10-17 09:12:32.566 Df QTimer[20276:1d5b] (QTimer) timer test
                2023-10-17 09:12:33.566 E  QTimer[20276:1d5b] (QTimer) [com.acme.demo:timer] timer test
                2023-10-17 09:12:34.567 I  QTimer[20276:1d5b] (QTimer) timer test
                """, unit: 1_000_000, thread: 0x1d5b),
        StyleSample(
            title: "log show --style syslog", style: .syslog,
            text: """
                Timestamp                       (process)[PID]
                2023-10-17 09:12:32.566622+0800  localhost QTimer[20276]: (QTimer) timer test
                2023-10-17 09:12:33.566662+0800  localhost QTimer[20276]: (QTimer) [com.acme.demo:timer] timer test
                2023-10-17 09:12:34.566712+0800  localhost QTimer[20276]: (QTimer) timer test
                """),
        StyleSample(
            title: "a device's console", style: .syslog,
            text: """
                Nov 10 09:12:32 iPhone QTimer(Foundation)[20276] <Notice>: timer test
                Nov 10 09:12:33 iPhone QTimer(Foundation)[20276] <Notice>: timer test
                Nov 10 09:12:34 iPhone QTimer(Foundation)[20276] <Notice>: timer test
                """, unit: 1_000_000_000, process: "QTimer(Foundation)"),
        StyleSample(title: "log show --style json", style: .json, text: json(isCompact: false), thread: 7515),
        StyleSample(title: "log show --style ndjson", style: .json, text: json(isCompact: true), thread: 7515),
        StyleSample(
            title: "ISO 8601", style: .plain,
            text: """
                2017-11-10T01:12:32.566622Z timer test
                [2017-11-10T09:12:33,566662+08:00] timer test
                2017-11-10T01:12:34.566712Z: timer test
                """, process: ""),
        StyleSample(
            title: "seconds since 1970", style: .plain,
            text: """
                1510276352.566622 timer test
                1510276353.566662 timer test
                [1510276354.566712] timer test
                """, process: ""),
        StyleSample(
            title: "microseconds since 1970", style: .plain,
            text: "1510276352566622 timer test\n1510276353566662 timer test\n1510276354566712 timer test", process: ""),
        StyleSample(
            title: "the time of day alone", style: .plain,
            text: "09:12:32.566622 timer test\n09:12:33.566662 timer test\n09:12:34.566712 timer test", process: ""),
        StyleSample(
            title: "CSV with a time of its own kind", style: .csv,
            text: """
                run,timestamp,"thread",message
                1,2017-11-10 09:12:32.566622+0800,7,timer test
                2,2017-11-10 09:12:33.566662+0800,7,"timer test"
                3,2017-11-10 09:12:34.566712+0800,7,timer test
                """, thread: 7, process: ""),
        StyleSample(
            title: "a table with tabs and milliseconds", style: .csv,
            text: "name\ttime_ms\ntimer test\t0.25\ntimer test\t1000.29\ntimer test\t2000.34\n", unit: 10_000,
            process: ""),
    ]

    private static func json(isCompact: Bool) -> String {
        let objects = ["32.566622", "33.566662", "34.566712"].map { second in
            [
                #""traceID":1234"#, #""eventMessage":"timer test""#, #""source":null"#, #""threadID":7515"#,
                #""backtrace":{"frames":[{"imageOffset":15234,"timestamp":"no"}]}"#,
                #""processImagePath":"\/private\/var\/QTimer.app\/QTimer""#,
                #""timestamp":"2017-11-10 09:12:\#(second)+0800""#, #""processID":20276"#,
            ]
        }
        if isCompact { return objects.map { "{" + $0.joined(separator: ",") + "}\n" }.joined() + "{\"count\":3}\n" }
        let spread = objects.map { members in
            "{\n  " + members.map { $0.replacing("\":", with: "\" : ", maxReplacements: 1) }.joined(separator: ",\n  ")
                + "\n}"
        }
        return "[" + spread.joined(separator: ",") + "]\n"
    }
}

@Suite("Every style of log says the same")
struct StyleTests {
    @Test("three lines, a second apart, with who wrote them", arguments: StyleSample.all)
    func sample(_ sample: StyleSample) throws {
        let log = read(sample.text)
        #expect(log.style == sample.style)
        #expect(log.resolution == (sample.unit == 1 ? 1 : sample.unit))
        #expect(log.timers.count == 1)
        let timer = try #require(log.timers.first)
        #expect(timer.name == sample.name)
        #expect(timer.process == sample.process)
        let steps = zip(timer.times, timer.times.dropFirst()).map { $1 - $0 }
        let exact: [Int64] = [1_000_040_000, 1_000_050_000]
        #expect(steps.count == 2)
        for (step, wanted) in zip(steps, exact) {
            #expect(abs(step - wanted) <= (sample.unit > 1000 ? sample.unit : 0))
        }
        let thread = timer.threads.first.map { log.threads[Int($0)] }
        #expect(thread == sample.thread)
        #expect(
            IntervalGuess(times: timer.times, resolution: log.resolution)?.interval == Rational(whole: 1_000_000_000))
    }

    @Test("a stamp with a zone is an instant, whatever the zone")
    func zones() throws {
        let text = """
            2017-11-10 09:12:32.5000+0800 a[1:2] tick
            2017-11-10 01:12:33.5Z a[1:2] tick
            2017-11-09 20:12:34.5-0500 a[1:2] tick
            2017-11-10 06:42:35.5+0530 a[1:2] tick
            """
        let log = read(text)
        let times = try #require(log.timers.first).times
        #expect(times.map { $0 - times[0] } == [0, 1, 2, 3].map { $0 * 1_000_000_000 })
        #expect(times.first == 1_510_276_352_500_000_000)
        #expect(log.notes.map(\.kind) == [.timeZone])
        #expect(log.notes.first?.count == 3)
    }

    @Test("a quote that a table has twice is one")
    func quotes() {
        let log = read("time,message\n" + (1...3).map { "\($0).0,\"tick, \"\"q\"\"\"\n" }.joined())
        #expect(log.timers.map(\.name) == ["tick, \"q\""])
    }

    @Test("a named column is found whatever it is called")
    func namedColumn() throws {
        var options = LogOptions()
        options.column = "Fired At (us)"
        let log = read("id;Fired At (us)\n1;10\n2;1000010\n3;2000010\n", options: options)
        #expect(log.timers.first?.times == [10_000, 1_000_010_000, 2_000_010_000])
        options.column = "fired"
        let missing = read("id;Fired At (us)\n1;10\n", options: options)
        #expect(missing.timers.isEmpty)
        #expect(missing.notes.contains { $0.kind == .missingColumn })
    }

    @Test(
        "what is no time is no stamp",
        arguments: [
            "2017-13-10 09:12:32 x", "2017-02-29 09:12:32 x", "2017-11-10 24:12:32 x", "2017-11-10 09:60:32 x",
            "20171110 091232 x", "99999999999999999999 x", "2017-11-10 9:12:32 x", "-", "", "12:34", "Nov 31 1:2:3 x",
        ])
    func noStamp(_ line: String) { #expect(read(line + "\n").timedCount == 0) }
}
