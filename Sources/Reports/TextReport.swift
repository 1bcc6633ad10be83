import Recording

/// What a person reads: what was run, the log, lanes, timing, lifetimes, expectations, and last, where the eye is, the
/// answer.
public struct TextReport: ReportFormat {
    /// Columns of the terminal.
    public var width: Int
    public var decorator: TextDecorator
    /// Leaves out the lanes.
    public var isQuiet: Bool
    public var log: LogExtent
    /// Adds the messages that were sent, with their stages.
    public var showsMessages: Bool

    /// - Parameter log: nil for none of a quiet report, else all.
    public init(
        width: Int = 80, decorator: TextDecorator = .plain, isQuiet: Bool = false, log: LogExtent? = nil,
        showsMessages: Bool = false
    ) {
        self.width = max(40, width)
        self.decorator = decorator
        self.isQuiet = isQuiet
        self.log = log ?? (isQuiet ? .omitted : .all)
        self.showsMessages = showsMessages
    }

    public func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        if !isFirst { stream.write("\n") }
        put(HeaderSection(report: report).lines(width: width), to: stream)
        if report.shows(log) {
            stream.write("\n")
            FiringLogWriter.write(report.trace, log, to: stream)
            if let crash = CrashLine(report: report) { put([StyledText(crash.text, .bad)], to: stream) }
        }
        for section in report.sections(isQuiet: isQuiet, showsMessages: showsMessages) {
            let blocks = section.blocks(width: width)
            if blocks.isEmpty, section.note.isEmpty { continue }
            put([StyledText()] + titled(section, blocks), to: stream)
        }
    }

    /// The title stands in the first line where that has room for it: above lanes, and above a table.
    private func titled(_ section: any ReportSection, _ blocks: [ReportBlock]) -> [StyledText] {
        let lines = blocks.flatMap { $0.lines(width: width) }
        var heading = StyledText(section.title, .heading)
        if blocks.first?.isAligned == true, let first = lines.first, section.note.isEmpty,
            let rest = first.dropping(blanks: heading.width + 2)
        {
            heading.append("  ")
            heading.append(rest)
            return [heading] + lines.dropFirst()
        }
        if !section.note.isEmpty { heading.append("   " + section.note, .faint) }
        return [heading] + lines
    }

    private func put(_ lines: [StyledText], to stream: ByteStream) {
        for var line in lines {
            line.trimEnd()
            stream.write(line.rendered(decorator))
            stream.write("\n")
        }
    }
}

extension RunReport {
    /// Everything below the log, the answer last.
    func sections(isQuiet: Bool, showsMessages: Bool) -> [any ReportSection] {
        var sections: [any ReportSection] = isQuiet ? [] : [TimelineSection(report: self)]
        sections += [
            TimingSection(report: self), MechanismSection(report: self), LogNoteSection(report: self),
            StabilitySection(tables: stability),
        ]
        if showsMessages { sections.append(MessageSection(report: self)) }
        return sections + [
            LifetimeSection(report: self), ExpectationSection(report: self), AnswerSection(report: self),
        ]
    }

    /// Whether there is a log to show.
    func shows(_ extent: LogExtent) -> Bool {
        extent != .omitted && showsLog && trace.records.contains { $0.kind == .logged }
    }
}

/// How much of a firing log is printed.
public enum LogExtent: Hashable, Sendable {
    case all, omitted
    /// Of a longer log the first and the last lines, so many in all.
    case most(Int)

    /// What a terminal is given unless it asks for more.
    public static let terminal = LogExtent.most(40)
}
