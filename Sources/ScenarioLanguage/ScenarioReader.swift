import ScenarioModel
import TOML

/// Reads a scenario: TOML, the command line's changes, the words of the language.
public enum ScenarioReader {
    /// Reads a whole scenario and finds all of its mistakes.
    ///
    /// - Parameters:
    ///   - bytes: the file as it is on disk.
    ///   - overrides: what `--set` changes, in order; a later one wins.
    ///   - profiles: the devices that `profile` can name.
    ///   - replayed: the latencies, ns, of the log that an earlier reading asked for in `replayRequest`.
    public static func read(
        bytes: [UInt8], overrides: [ScenarioOverride] = [],
        profiles: [String: DevicePlan] = DeviceProfiles.builtIn, replayed: [Int64]? = nil
    ) -> ScenarioReading {
        ParsedScenario(SourceText(bytes: bytes)).reading(overrides: overrides, profiles: profiles, replayed: replayed)
    }

    /// Reads a file that holds a `[device]` table and nothing else.
    ///
    /// - Parameter name: what the profile is called from now on.
    /// - Returns: a reading whose plan has only a device; nil plan for any mistake.
    public static func readProfile(bytes: [UInt8], name: String) -> ScenarioReading {
        let (document, syntax) = TOMLDocument.parse(bytes)
        let sources = ScenarioSources(file: SourceText(bytes: bytes))
        let root = Node(root: document.root, patch: nil)
        var decoder = ScenarioDecoder(profiles: DeviceProfiles.builtIn, replayed: nil, isComplete: syntax.isEmpty)
        decoder.decodeProfile(root, name: name)
        let diagnostics = ScenarioReader.merged(syntax.map { Diagnostic($0) }, decoder.diagnostics)
        return ScenarioReading(
            plan: diagnostics.contains { $0.severity == .error } ? nil : decoder.plan, diagnostics: diagnostics,
            overrideFaults: [], replayRequest: nil, profileRequest: nil, sources: sources)
    }

    /// Both in the order of the file.
    fileprivate static func merged(_ syntax: [Diagnostic], _ others: [Diagnostic]) -> [Diagnostic] {
        // The standard sort is stable: what was found first in one place stays first.
        (syntax + others).sorted { $0.span.lowerBound < $1.span.lowerBound }
    }
}

/// A scenario's text, parsed once to be read with any changes.
package struct ParsedScenario: Sendable {
    private let document: TOMLDocument
    private let syntax: [TOMLDiagnostic]
    private let text: SourceText

    package init(_ text: SourceText) {
        self.text = text
        (document, syntax) = TOMLDocument.parse(text.bytes)
    }

    /// What `ScenarioReader.read` gives for the text.
    package func reading(
        overrides: [ScenarioOverride], profiles: [String: DevicePlan] = DeviceProfiles.builtIn,
        replayed: [Int64]? = nil
    ) -> ScenarioReading {
        var sources = ScenarioSources(file: text)
        let root = Node(root: document.root, patch: nil)
        let (patch, faults) = OverrideResolver.resolve(overrides, over: root, into: &sources)
        var decoder = ScenarioDecoder(profiles: profiles, replayed: replayed, isComplete: syntax.isEmpty)
        decoder.decode(Node(root: document.root, patch: patch))
        let diagnostics = ScenarioReader.merged(syntax.map { Diagnostic($0) }, decoder.diagnostics)
        let isRight = faults.isEmpty && !diagnostics.contains { $0.severity == .error }
        return ScenarioReading(
            plan: isRight ? decoder.plan : nil, diagnostics: diagnostics, overrideFaults: faults,
            replayRequest: decoder.device.replay, profileRequest: decoder.device.profileRequest, sources: sources)
    }
}

/// What came of reading a scenario.
public struct ScenarioReading: Sendable {
    /// Nil when there is any error.
    public var plan: ScenarioPlan?
    /// All mistakes, sorted by place.
    public var diagnostics: [Diagnostic]
    /// Wrong paths on the command line: wrong usage, not a wrong scenario.
    public var overrideFaults: [OverrideFault]
    /// The log whose latencies the scenario wants replayed; hand them in by a second reading.
    public var replayRequest: ReplayRequest?
    /// The file whose device the scenario wants; hand it in, under its path, by a second reading.
    public var profileRequest: ProfileRequest?
    /// The texts that spans and places refer to.
    public var sources: ScenarioSources
}
