import Platform
import TOML

/// A scenario as a list shows it.
public struct ScenarioListing: Hashable, Sendable {
    /// What `run` finds it by: the file's name without its extension.
    public var name: String
    public var path: String
    public var title: String
    /// The rows of the claims ledger that it reproduces.
    public var claims: [String]

    /// Reads no more than title and claims: a list also shows scenarios with mistakes.
    init(path: String) {
        self.path = path
        name = ScenarioListing.name(of: path)
        title = ""
        claims = []
        guard let bytes = try? InputFile.read(path, typed: path) else { return }
        let root = TOMLDocument.parse(bytes).document.root
        if case .string(let text)? = root["title"]?.kind { title = text.text }
        if case .array(let values)? = root["claims"]?.kind {
            claims = values.compactMap { value in
                if case .string(let text) = value.kind { text.text } else { nil }
            }
        }
    }

    /// The file's name without its extension.
    static func name(of path: String) -> String {
        let file = FileSystem.split(path).name
        return file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
    }
}

extension ScenarioListing {
    /// Whether a shipped scenario is there for `conform`, which holds a host against it, and not to be read.
    static func isForConform(_ path: String) -> Bool {
        FileSystem.split(FileSystem.split(path).folder).name == "conform"
    }

    /// Whether a scenario has a table `[compare]`: a look at the text, so that not all of them need to be understood.
    static func isWorkload(_ path: String) -> Bool {
        guard let bytes = try? InputFile.read(path, typed: path) else { return false }
        return bytes.split(separator: 0x0A).contains { $0.starts(with: "[compare]".utf8) }
    }
}
