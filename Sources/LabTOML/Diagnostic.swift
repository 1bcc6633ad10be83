/// A mistake in a TOML text or a scenario, with its place and its remedy.
package struct Diagnostic: Error, Equatable {
    /// The severity; a scenario with an error does not run.
    package enum Severity: String {
        case error
        case warning
    }

    /// A second place that takes part in the mistake.
    package struct Related: Equatable {
        /// The message at that place: lower case, no full stop.
        package var message: String
        /// Bytes, as in `Diagnostic.span`.
        package var span: Range<Int>

        package init(_ message: String, at span: Range<Int>) { (self.message, self.span) = (message, span) }
    }

    /// The stable code, `TL1xxx`.
    package var code: String
    package var severity: Severity
    /// The mistake: lower case, no full stop.
    package var message: String
    /// The bytes at fault; empty where something is missing. Of a scenario they count through all of its sources
    /// (`ScenarioSources`): the file first, then the command line.
    package var span: Range<Int>
    /// The remedy, if one sentence is enough.
    package var help: String?
    package var related: [Related]

    package init(
        _ code: String, severity: Severity = .error, _ message: String, at span: Range<Int>, help: String? = nil,
        related: [Related] = []
    ) {
        (self.code, self.severity, self.message, self.span) = (code, severity, message, span)
        (self.help, self.related) = (help, related)
    }

    init(_ fault: TOMLFault, _ message: String, at span: Range<Int>, help: String? = nil, related: Related? = nil) {
        self.init(fault.rawValue, message, at: span, help: help, related: related.map { [$0] } ?? [])
    }
}
