import Foundation
import LabTestBench
import Testing

@testable import LabWorkbench

/// The course: the lessons in the numbered folders and the four that come first.
@Suite("The course")
struct CourseTests {
    private static let lessons = Shipped.listings.filter { Int($0.chapter.prefix { $0.isNumber }) != nil } + beginning
    private static let beginning = Shipped.listings.filter { $0.chapter == "Scenarios" }

    @Test("each lesson names the next, from the first command of the README to the last lesson")
    func chain() {
        let lessons = CourseTests.lessons
        var name = "heavy-work"
        var read: [String] = []
        while let lesson = lessons.first(where: { $0.name == name }), !read.contains(name) {
            read.append(name)
            name = lesson.next
        }
        #expect(name.isEmpty)
        #expect(Set(lessons.map(\.name)).subtracting(read).sorted() == [])
    }

    @Test("chapters are read one after the other")
    func chapters() {
        let chapters = ScenarioListing.inReadingOrder(CourseTests.lessons).map(\.chapter)
        let numbers = chapters.dropFirst(4).compactMap { Int($0.prefix { $0.isNumber }) }
        #expect(numbers == numbers.sorted() && numbers.count == chapters.count - 4)
    }

    @Test("twelve lessons are the short way, in the order of the course, each naming the one after it")
    func shortWay() throws {
        let lines = try ScenarioListing.inReadingOrder(CourseTests.lessons).compactMap { lesson in
            try String(contentsOfFile: lesson.path, encoding: .utf8).split(separator: "\n")
                .first { $0.hasPrefix("# short-way ") }.map { (lesson.name, $0) }
        }
        #expect(lines.count == 12)
        for (index, line) in lines.enumerated() {
            let next = index < 11 ? ", then \(lines[index + 1].0)" : ""
            #expect(line.1 == "# short-way \(index + 1) of 12\(next)")
        }
    }

    @Test("a lesson with findings expects one of them", arguments: CourseTests.lessons.map(\.path))
    func findings(path: String) throws {
        let report = try Shipped.run(path).report
        let found = Set(report.analysis.findings.map(\.code.rawValue))
        let expected = report.verdicts.filter { $0.expected.hasPrefix("finding") }.map(\.expected).joined()
        #expect(found.isEmpty || found.contains { expected.contains($0) }, "\(found.sorted())")
    }

    @Test("Chinese words find lessons", arguments: [("滚动", "tracking"), ("循环引用", "weak-target"), ("倒计时", "countdown")])
    func chinese(word: String, name: String) {
        #expect(Shipped.listings.filter { $0.has([word]) }.map(\.name).contains(name))
    }
}
