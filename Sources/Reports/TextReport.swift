import Recording

/// What a person reads: the answer first, then the log, lanes, timing, why, lifetimes and expectations.
public struct TextReport: ReportFormat {
    /// Columns of the terminal.
    public var width: Int
    public var decorator: TextDecorator
    /// Leaves out the firing log and the lanes.
    public var isQuiet: Bool
    /// Adds the messages that were sent, with their stages.
    public var showsMessages: Bool

    public init(
        width: Int = 80, decorator: TextDecorator = .plain, isQuiet: Bool = false, showsMessages: Bool = false
    ) {
        self.width = max(40, width)
        self.decorator = decorator
        self.isQuiet = isQuiet
        self.showsMessages = showsMessages
    }

    public func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        if !isFirst { stream.write("\n") }
        put(HeaderSection(report: report).lines(width: width), to: stream)
        if !isQuiet, report.showsLog, report.trace.records.contains(where: { $0.kind == .logged }) {
            stream.write("\n")
            FiringLogWriter.write(report.trace, to: stream)
            if let crash = CrashLine(report: report) { put([StyledText(crash.text, .bad)], to: stream) }
        }
        var sections: [any TextSection] = isQuiet ? [] : [TimelineSection(report: report)]
        sections += [
            TimingSection(report: report), MechanismSection(report: report), LogNoteSection(report: report),
            WhySection(report: report), LifetimeSection(report: report), StabilitySection(tables: report.stability),
        ]
        if showsMessages { sections.append(MessageSection(report: report)) }
        sections.append(ExpectationSection(report: report))
        for section in sections {
            let lines = section.lines(width: width)
            if lines.isEmpty { continue }
            var heading = StyledText(section.title, .heading)
            if !section.note.isEmpty { heading.append("   " + section.note, .faint) }
            put([StyledText(), heading] + lines, to: stream)
        }
    }

    private func put(_ lines: [StyledText], to stream: ByteStream) {
        for line in lines {
            stream.write(line.rendered(decorator))
            stream.write("\n")
        }
    }
}

/// A part of the text report under a heading of its own; left out when it has no lines.
protocol TextSection {
    var title: String { get }
    /// Stands behind the title: a legend, a count.
    var note: String { get }
    func lines(width: Int) -> [StyledText]
}
