import Foundation
import LabBuiltProgram
import LabTestFolders
import Testing

/// What a browser makes of a report, where there is one.
@Suite("In a browser", .enabled(if: Browser.path != nil))
struct BrowserTests {
    private let folder: ScratchFolder
    private let program: Program

    init() throws {
        program = try #require(Program(), "timerlab is built with the tests")
        folder = try ScratchFolder()
    }

    /// The document as it is after its script, and what a reader does, have run.
    private func document(of words: [String], then action: String = "") throws -> String {
        let scenarios = URL(filePath: #filePath).appending(path: "../../../Scenarios").standardized.path
        let made = try program.run(words + ["--html", "page.html"], in: folder.path, scenarios: scenarios)
        #expect(!made.text.contains("error"), "\(made.text)")
        // A window that nobody sees may never draw a frame.
        let frames = "requestAnimationFrame = draw => setTimeout(draw, 0); cancelAnimationFrame = clearTimeout;"
        let page = try folder.read("page.html").replacing(
            "<body", with: "<script>\(frames)</script>\n<body", maxReplacements: 1)
        try folder.write("acted.html", page + "<script>\(action)</script>")
        return try Browser.document(folder.path + "/acted.html", profile: folder.path + "/profile")
    }

    @Test("the timeline is drawn, and tells the latest callback with its causes and its line")
    func drawn() throws {
        let document = try document(of: ["run", "heavy-work"])
        #expect(document.contains("data-drawn=\""))
        #expect(document.contains("<path class=\"f-busy0\"") && document.contains("<path class=\"s-lost\""))
        let detail = try #require(document.split(separator: "id=\"detail\"").last?.split(separator: "</div>").first)
        #expect(detail.contains("5 points skipped before it") && detail.contains("href=\"#L24\""))
        #expect(document.contains("<li id=\"L24\" class=\"bad chosen\">"))
    }

    @Test("keys zoom, move, and go from callback to callback")
    func keys() throws {
        let press =
            "const press = key => document.getElementById('timeline')"
            + ".dispatchEvent(new KeyboardEvent('keydown', { key }));"
        let document = try document(
            of: ["run", "heavy-work"], then: press + "press('+'); press('+'); press('End'); press('w'); press('n');")
        let timeline = try #require(document.split(separator: "id=\"timeline\"").last)
        #expect(timeline.contains(">30 s</text>") && !timeline.contains(">15 s</text>"))
        #expect(timeline.contains("point 30"))
    }

    @Test("a log and a leak are drawn too")
    func others() throws {
        let leak = try document(
            of: ["run", "weak-target"],
            then: "const s = document.getElementById('instant'); s.value = 0; s.dispatchEvent(new Event('input'));")
        #expect(leak.contains("aria-valuetext=\"0 s\""))
        let lines = (10..<40).map { "2017-11-10 09:40:\($0).20\($0)84+0800 QTimer[9749:3330951] tick\n" }
        try folder.write("a.log", lines.joined())
        #expect(try document(of: ["analyze", "a.log", "--interval", "1s"]).contains("data-drawn=\""))
    }
}

/// A browser without a window.
enum Browser {
    static let path = ["chromium", "chromium-browser", "google-chrome"].flatMap { name in
        ["/usr/bin/", "/usr/local/bin/", "/snap/bin/"].map { $0 + name }
    }.first(where: FileManager.default.isExecutableFile)

    static func document(_ file: String, profile: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile)", "--window-size=1280,800",
            "--virtual-time-budget=3000", "--dump-dom", "file://\(file)",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
