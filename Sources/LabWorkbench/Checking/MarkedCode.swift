import LabExactTime
import LabGate
import LabPlatform
import LabReports
import LabScenarioModel

/// The code that a scenario or one of its timers models, as `code` names it, and its changes.
struct MarkedCode {
    private let mark: CodeMark
    private let line: Int?
    /// The key of its fact in the baseline.
    let key: String
    private let found: Result<(CodeBlock.Lines, CodeBlock), Problem>

    static func all(of plan: ScenarioPlan, in file: ScenarioFile) -> [MarkedCode] {
        let marks = [(DriftNumbers.code, plan.code)] + plan.timers.map { ("\(DriftNumbers.code).\($0.id)", $0.code) }
        return marks.compactMap { key, mark in mark.map { MarkedCode($0, key: key, in: file) } }
    }

    private init(_ mark: CodeMark, key: String, in file: ScenarioFile) {
        (self.mark, self.key) = (mark, key)
        line = file.lines.line(of: mark.place)
        found = Result { () throws(Problem) in try Self.block(of: mark, beside: file.path) }
    }

    /// The text for the baseline; nil if the code cannot be read.
    var fact: String? { try? found.get().1.text(of: mark.text) }

    private static func block(
        of mark: CodeMark, beside scenario: String
    ) throws(Problem) -> (CodeBlock.Lines, CodeBlock) {
        let folder = FileSystem.split(FileSystem.realPath(scenario) ?? scenario).folder
        let path = FileSystem.joined(folder, mark.path)
        guard let real = FileSystem.realPath(path) else { throw Problem(path: mark.path, .missing) }
        // Without a checkout, the folder above holds the app, too.
        let root = FileSystem.folder(from: folder, with: ".git") ?? FileSystem.split(folder).folder
        guard real.hasPrefix(FileSystem.joined(root, "")) else {
            throw Problem("\(mark.path): is outside of \(root)", status: .failed)
        }
        // Reading a FIFO may never end.
        if FileSystem.kind(of: real) == .success(.pipe) { throw Problem(path: mark.path, .notAFile) }
        let lines = CodeBlock.Lines(try InputFile.read(real, typed: mark.path, limit: 1 << 20))
        guard let block = lines.block(mark.lines) else {
            throw Problem("\(mark.path): has only \(Plural.of(lines.count, "line"))", status: .failed)
        }
        return (lines, block)
    }

    func point(_ old: DriftNumbers?, of scenario: String) -> CheckPoint {
        func point(_ outcome: CheckPoint.Outcome, _ message: String = "") -> CheckPoint {
            CheckPoint(.code, outcome, name: mark.title, message: message, line: line)
        }
        switch found {
        case .failure(let problem): return point(.faulty, problem.summary)
        case .success((let lines, let block)):
            guard let kept = old?.facts[key].flatMap(CodeBlock.read) else {
                return old == nil ? point(.passed) : point(.moved, "the baseline does not have this code")
            }
            if kept.block == block { return point(.passed) }
            if CodeMark(kept.mark)?.text == mark.text, let place = lines.place(of: kept.block) {
                return point(.moved, "the same code is now in lines \(place.lowerBound)-\(place.upperBound)")
            }
            let file = FileSystem.split(scenario).name
            return point(.failed, "changed since the baseline: does \(file) still model it?")
        }
    }
}
