import LabExactTime
import LabWorkbench

/// The formats of a report.
package enum ReportFormatName: String, CaseIterable { case text, json, csv, markdown }

/// The condition for colours.
package enum ColorUse: String, CaseIterable { case auto, always, never }

/// Options that several commands have, or that the program itself asks for.
package enum Options {
    package static let output = Option("output", short: "o", value: "FILE", .file())
    static let color = Option<ColorUse>("color", value: "WHEN", .word, defaultText: "auto")

    package static let format = Option<ReportFormatName>("format", value: "FORMAT", .word, defaultText: "text")
    package static let quiet = Flag("quiet", short: "q")
    package static let details = Flag("details")

    package static let set = Option(
        "set", value: "PATH=VALUE",
        ValueKind(
            "PATH=VALUE, such as timer.tick.interval=2s",
            hint: .names({ Workbench.ofProcess().parts(of: $0).keys.map { $0 + "=" } })
        ) { $0 }, isRepeatable: true)
    package static let expect = Flag("expect")
    package static let seed = Option<UInt64>("seed", value: "N", .whole(0...UInt64.max))
}

extension ValueKind where Value == Int64 {
    /// A time in ns, with an example in words.
    package static func duration(_ example: String, from least: Int64 = 1) -> ValueKind {
        ValueKind("a duration such as \(example)") { text in
            (try? DurationText.parse(text).get())?.scaled(1).flatMap { $0 >= least ? $0 : nil }
        }
    }
}

extension ParsedCommand {
    /// The file of `-o`; nil for standard output.
    var outputFile: String? { self[Options.output].flatMap { $0 == "-" ? nil : $0 } }

    /// The files that an option has written.
    package func outputs(of option: Option<String>) -> [FileUse.Output] {
        all(option).map { ("--\(option.spec.name) \($0)", $0) }
    }
}

extension ArgumentSpec {
    package static func scenario(isOptional: Bool = false, isRepeating: Bool = false) -> ArgumentSpec {
        ArgumentSpec(
            name: "SCENARIO", isOptional: isOptional, isRepeating: isRepeating,
            hint: .names({ _ in Workbench.ofProcess().finder.shippedNames }, files: ["toml"]))
    }
}
