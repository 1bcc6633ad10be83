import LabScenarioModel
import LabTOML

/// Reads a scenario: TOML, the command line's changes, the words of the language.
package enum ScenarioReader {
    /// Reads a whole scenario and finds all of its mistakes, or the first one of its TOML.
    ///
    /// - Parameters:
    ///   - bytes: the file as it is on disk.
    ///   - overrides: what `--set` changes, in order; a later one wins.
    ///   - profiles: the devices that `profile` can name besides the built-in ones.
    ///   - replayed: the latencies, ns, of the log that an earlier reading asked for in `replayRequest`.
    package static func read(
        bytes: [UInt8], overrides: [ScenarioOverride] = [],
        profiles: [String: DevicePlan] = [:], replayed: [Int64]? = nil
    ) -> ScenarioReading {
        let (root, mistake) = TOMLDocument.parse(bytes)
        var sources = ScenarioSources(file: SourceText(bytes: bytes))
        var decoder = ScenarioDecoder(profiles: profiles, replayed: replayed)
        // What comes behind the mistake may define what the text before it names.
        if let mistake { return ScenarioReading(root, [mistake], decoder, sources) }
        let (changed, edits, faults) = overrides.applied(to: root, &sources)
        decoder.decode(changed)
        return ScenarioReading(root, decoder.diagnostics, decoder, sources, edits, faults)
    }

    /// Reads a file that holds a `[device]` table and nothing else.
    ///
    /// - Parameter name: the device's, that of the file without folder and extension.
    /// - Returns: a reading whose plan has only a device; nil plan for any mistake.
    package static func readProfile(bytes: [UInt8], name: String) -> ScenarioReading {
        let (root, mistake) = TOMLDocument.parse(bytes)
        let sources = ScenarioSources(file: SourceText(bytes: bytes))
        var decoder = ScenarioDecoder()
        if mistake == nil { decoder.decodeProfile(root, name: name) }
        return ScenarioReading(root, mistake.map { [$0] } ?? decoder.diagnostics, decoder, sources)
    }
}

/// The result of reading a scenario.
package struct ScenarioReading {
    /// The file's own tree, up to a mistake of its TOML.
    package let root: TOMLValue
    /// Nil when there is any error.
    package var plan: ScenarioPlan?
    /// All mistakes, sorted by place.
    package var diagnostics: [Diagnostic]
    /// The changes of the command line, as changes of the text.
    package var edits: [TOMLEdit]
    /// Wrong paths on the command line: wrong usage, not a wrong scenario.
    package var overrideFaults: [OverrideFault]
    /// The log whose latencies the scenario wants replayed; hand them in by a second reading.
    package var replayRequest: FileRequest?
    /// The file whose device the scenario wants; hand it in, under its path, by a second reading.
    package var profileRequest: FileRequest?
    /// The files that the scenario asks for.
    package var requests: [FileRequest] { [profileRequest, replayRequest].compactMap(\.self) }
    /// The texts that spans and places refer to.
    package var sources: ScenarioSources

    fileprivate init(
        _ root: TOMLValue, _ diagnostics: [Diagnostic], _ decoder: ScenarioDecoder, _ sources: ScenarioSources,
        _ edits: [TOMLEdit] = [], _ faults: [OverrideFault] = []
    ) {
        (self.root, self.diagnostics, self.edits, overrideFaults) = (root, diagnostics, edits, faults)
        plan = faults.isEmpty && !diagnostics.contains { $0.severity == .error } ? decoder.plan : nil
        replayRequest = decoder.device.replay
        profileRequest = decoder.device.profileRequest
        self.sources = sources
    }
}
