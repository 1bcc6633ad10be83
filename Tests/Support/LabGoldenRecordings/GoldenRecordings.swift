import Foundation
import LabInventedScenarios
import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation

/// What every shipped scenario and a store of invented ones record, as lines to be compared.
///
/// The invented ones are kept as text, so that they stay the same when the inventor learns something new.
package enum GoldenRecordings {
    /// A scenario and how it is called in the golden file.
    package struct Item: Sendable {
        package var name: String
        package var toml: String
    }

    /// The scenarios below a folder, by path.
    package static func shipped(in folder: String) throws -> [Item] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".toml") }.sorted().map { path in
            let url = URL(filePath: folder).appending(path: path)
            return Item(name: path, toml: try String(contentsOf: url, encoding: .utf8))
        }
    }

    /// The scenarios of a store: each begins with a line of its own.
    package static func stored(in text: String) -> [Item] {
        text.split(separator: GoldenRecordings.rule).map { part in
            let name = part.prefix { $0 != "\n" }
            return Item(name: String(name), toml: String(part.dropFirst(name.count)))
        }
    }

    /// A new store with the inventor's scenarios of these seeds.
    package static func store(seeds: ClosedRange<UInt64>) -> String {
        seeds.map { seed in
            let toml = ScenarioText(RandomScenarios.scenario(seed: seed)).toml
            return "\(rule)invented \(seed)\n" + toml.split(separator: "\n").joined(separator: "\n") + "\n"
        }.joined()
    }

    /// Names and digests, one scenario a line, and the invented ones once more with everything drawn that can be.
    package static func lines(shipped: [Item], stored: [Item]) -> [String] {
        (shipped + stored).map { "\($0.name) \(digest(of: $0))" }
            + stored.map { "\($0.name) shuffled \(digest(of: $0, isShuffled: true))" }
    }

    private static func digest(of item: Item, isShuffled: Bool = false) -> String {
        guard var plan = ScenarioReader.read(bytes: Array(item.toml.utf8)).plan else { return "cannot be read" }
        if isShuffled {
            plan.device.choices.portOrder = .shuffled
            plan.device.choices.simultaneousSources = .shuffled
            let points = [
                QuantileTable.Point(probability: 0, value: 0), .init(probability: 1_000_000, value: 300_000),
            ]
            plan.device.wakeUp = QuantileTable(points: points).map { .drawn($0) } ?? .none
        }
        do {
            return RecordingDigest(try Simulator.record(plan).trace).text
        } catch {
            return "cannot be simulated: \(error)"
        }
    }

    private static let rule = "#### "
}
