import LabPlatform
import LabScenarioLanguage

/// The files that a command reads and writes, known before it begins. No file may be both, or be written twice.
package struct FileUse {
    /// The option that names a file to write, and its path; nil for standard output.
    package typealias Output = (words: String, path: String?)

    /// Names of scenarios, and folders of them.
    var scenarios: [String]
    /// The changes of the scenarios, `PATH=VALUE`.
    var sets: [String]
    /// Logs and other files, each by its exact path.
    var others: [String]
    var readsShipped: Bool
    package var outputs: [Output]

    package init(
        scenarios: [String] = [], sets: [String] = [], others: [String] = [], readsShipped: Bool = false,
        outputs: [Output] = []
    ) {
        (self.scenarios, self.sets, self.others) = (scenarios, sets, others)
        (self.readsShipped, self.outputs) = (readsShipped, outputs)
    }
}

extension Workbench {
    /// Why a command may not use its files like this, in one line; nil if it may.
    ///
    /// The command itself reports files that cannot be found or read.
    package func clash(in use: FileUse) -> String? {
        var written: [FileIdentity: String] = [:]
        for output in use.outputs {
            let identity = output.path.map { FileIdentity($0) } ?? FileIdentity(.standardOutput)
            guard let identity else { continue }
            if let other = written.updateValue(output.words, forKey: identity) {
                return "\(other) and \(output.words) are the same file"
            }
        }
        guard written.keys.contains(where: \.exists) else { return nil }
        for input in inputs(of: use) {
            let identity = input == "-" ? FileIdentity(.standardInput) : FileIdentity(input)
            guard let identity, let words = written[identity] else { continue }
            return "\(words) would replace what is read, \(input == "-" ? "standard input" : input)"
        }
        return nil
    }

    private func inputs(of use: FileUse) -> [String] {
        let named = use.scenarios.flatMap { name -> [String] in
            if let folder = try? finder.folder(name) { return ScenarioFinder.scenarios(below: folder) }
            let path = (try? finder.find(name)) ?? (try? finder.standIn(for: name)) ?? nil
            return path.map { [$0] } ?? []
        }
        let scenarios = named + (use.readsShipped ? finder.shippedPaths() : [])
        return use.others + scenarios + scenarios.flatMap { Self.neighbours(of: $0, sets: use.sets) }
    }

    /// The files that a scenario names; none if the scenario can be read only once.
    private static func neighbours(of scenario: String, sets: [String]) -> [String] {
        guard scenario != "-", FileSystem.isFile(scenario), let bytes = try? InputFile.read(scenario, typed: scenario)
        else { return [] }
        let reading = ScenarioReader.read(bytes: bytes, overrides: overrides(sets, of: bytes))
        return reading.requests.map { neighbour($0.path, of: scenario) }
    }
}

/// A file's identity under all names: other spellings, symbolic and hard links.
struct FileIdentity: Hashable {
    /// The file, or the folder that it would be in.
    private let entry: FileSystem.Entry
    /// The name of a file that does not exist yet.
    private let name: String?

    /// Nil if it neither is nor can become a regular file: writing to a device does not replace it.
    init?(_ path: String) {
        let (folder, name) = FileSystem.split(path)
        let own = try? FileSystem.entry(at: path)
        if own == nil, name.isEmpty || !FileSystem.isUsable(path) { return nil }
        self.init(own ?? (try? FileSystem.entry(at: folder)), name: own == nil ? name : nil)
    }

    init?(_ descriptor: Descriptor) { self.init(try? descriptor.entry(), name: nil) }

    private init?(_ entry: FileSystem.Entry?, name: String?) {
        guard let entry, entry.kind == (name == nil ? .file : .directory) else { return nil }
        (self.entry, self.name) = (entry, name)
    }

    var exists: Bool { name == nil }

    static func areSame(_ one: String, _ other: String) -> Bool {
        one == other || FileIdentity(one).map { $0 == FileIdentity(other) } ?? false
    }
}
