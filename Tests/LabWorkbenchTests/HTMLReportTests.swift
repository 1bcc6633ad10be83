import LabAnalysis
import LabJSON
import LabRecording
import LabTestBench
import LabTestFolders
import Testing

@testable import LabReports
@testable import LabWorkbench

@Suite("A run as a page for a browser")
struct HTMLReportTests {
    /// Every seventh of the shipped scenarios is enough.
    private static let paths = Shipped.listings.enumerated().filter { $0.offset % 7 == 1 }.map(\.element.path)

    private func page(_ name: String) throws -> (report: RunReport, html: String) {
        let report = try Shipped.workbench.run(name, keeping: RunReport.recordsForHTML).report
        return (report, ByteStream.text(report.writeHTML))
    }

    private func data(_ html: String) throws -> JSONValue {
        let start = try #require(html.firstRange(of: "id=\"data\">")).upperBound
        let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
        return try #require(JSONValue.parse(html[start..<end].utf8))
    }

    @Test("what opens is closed, and nothing is asked for from elsewhere", arguments: paths)
    func wellFormed(path: String) throws {
        let html = try page(path).html
        #expect(Markup.fault(in: html) == nil)
        for (attribute, start) in [("href", "#"), ("src", "data:image/svg+xml,")] {
            for part in html.split(separator: " \(attribute)=\"").dropFirst() { #expect(part.hasPrefix(start)) }
        }
        for word in ["<link", "<iframe", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(html.contains("default-src 'none'"))
    }

    @Test("every callback of a short run is there, and what is named has a lane", arguments: paths)
    func callbacks(path: String) throws {
        let (report, html) = try page(path)
        guard html.contains("id=\"data\"") else { return }
        let data = try data(html)
        let timers = try #require(data["timers"]?.items)
        let lanes = data["lanes"]?.items?.compactMap { $0["name"]?.text } ?? []
        for timer in timers {
            let name = timer["name"]?.text ?? ""
            #expect(lanes.contains(timer["home"]?.text ?? "?"), "\(name)")
            guard timer["bins"] == .null else { continue }
            let fired = timer["calls"]?.items?.count { $0.items?[2] != .null } ?? 0
            let sums = report.analysis.timers.filter { $0.name == name }.map { $0.fired - $0.firedManually }
            guard sums.count == 1 else { continue }
            #expect(Int64(fired) == sums[0], "\(name)")
        }
    }

    @Test("calls after the owner is gone are told apart, and the drawing marks the reference to give up")
    func leak() throws {
        let (report, html) = try page("weak-target")
        let orphaned = try data(html)["timers"]?.items?.first?["orphaned"]?.whole
        let left = try #require(report.analysis.lifetimes.compactMap(\.lastOwnerLeft).first)
        #expect(orphaned ?? 0 > left)
        #expect(ReferenceDrawing(report, at: nil).edges.count(where: \.isCut) == 1)
        #expect(try data(page("heavy-work").html)["timers"]?.items?.first?["orphaned"] == .null)
    }

    @Test("a page of remedies has the change of code of each that helps")
    func remedies() throws {
        let report = try Shipped.remedies("weak-target").report
        let html = ByteStream.text { PageHTML().write(report.page(isAll: true), to: $0) }
        #expect(Markup.fault(in: html) == nil)
        for row in report.rows.filter(\.helps) {
            let line = try #require(row.code.swift.split(separator: "\n").max { $0.count < $1.count })
            #expect(html.contains(HTML.escaped(String(line.prefix(40)))), "\(row.name)")
        }
    }

    @Test(
        "of very many callbacks it has the lanes as text, and no timeline to move in",
        arguments: [(21, false), (1, true)])
    func veryMany(seconds: Int, isDrawn: Bool) throws {
        let folder = try ScratchFolder()
        let many = """
            duration = "\(seconds)s"
            \(Toml.timer("tick", "nstimer", "1ms", repeats: true))
            """
        let html = try page(try folder.write("many.toml", many)).html
        #expect(html.contains("<h2>Timeline</h2>") && html.contains("id=\"data\"") == isDrawn)
    }

    @Test("every finding stands at its line of the scenario, with what to do", arguments: paths + ["weak-target"])
    func findings(path: String) throws {
        let (report, html) = try page(path)
        for finding in report.analysis.findings {
            guard let line = report.source.line(of: finding.place) else { continue }
            let item = html.split(separator: "<li id=\"L\(line)\"")[1].split(separator: "<li id=").first ?? ""
            #expect(item.contains(finding.code.rawValue))
            #expect(item.contains("<b>do</b>"))
        }
    }

    @Test("a title cannot end the script that holds the data, nor begin an element")
    func escaped() throws {
        let folder = try ScratchFolder()
        let text = """
            title = "</title></script><img src=x onerror=alert(1)>"
            duration = "3s"
            \(Toml.tick)
            \(Toml.event("1s", #"{ mode = "</script><svg>", for = "1s" }"#))
            """
        let html = try page(try folder.write("x.toml", text)).html
        #expect(Markup.fault(in: html) == nil)
        #expect(!html.contains("<img src=x") && !html.contains("</script><svg>"))
        let mode = try data(html)["lanes"]?.items?.first?["modes"]?.items?.first?.items?.last
        #expect(mode?.text == "</script><svg>")
    }

    @Test("the references can be followed from change to change")
    func references() throws {
        let html = try page("weak-target").html
        #expect(html.split(separator: "<figure").count >= 3)
        #expect(html.contains("timer tick : nstimer holds controller : TimerViewController (target"))
        #expect(try !page("heavy-work").html.contains("<figure"))
    }
}

/// Whether elements are closed in the order in which they were opened.
private enum Markup {
    static func fault(in html: String) -> String? {
        var open: [Substring] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: ">") else { return "no end of \(rest.prefix(30))" }
            let tag = rest[..<end]
            rest = rest[rest.index(after: end)...]
            let name = tag.prefix { !$0.isWhitespace }
            if name.hasPrefix("/") {
                guard open.popLast() == name.dropFirst() else { return "<\(tag)> closes something else" }
            } else if !["!doctype", "meta", "img", "input", "br"].contains(name) {
                guard tag.count(where: { $0 == "\"" }) % 2 == 0 else { return "quotes of <\(tag)>" }
                open.append(name)
                // What stands in these is no markup.
                if name == "script" || name == "style" {
                    guard let close = rest.firstRange(of: "</\(name)>") else { return "<\(name)> is open" }
                    rest = rest[close.lowerBound...]
                }
            }
        }
        return open.isEmpty ? nil : "<\(open[0])> is open"
    }
}
