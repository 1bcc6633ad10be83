@testable import LabCommandLine

/// A program that has one of everything.
enum Kitchen {
    static let color = Flag("color", help: "Use colour.")
    static let log = Option("log", value: "FILE", .file(), help: "Where to keep notes.")
    static let debug = Flag("debug", help: "Show the inner life.", isHidden: true)
    static let quiet = Flag("quiet", short: "q", help: "Say nothing.")
    static let now = Flag("now", short: "n", help: "Do not wait.")
    static let output = Option("output", short: "o", value: "FILE", .file(), help: "Where the cake goes.")
    static let seed = Option<Int>(
        "seed", value: "N", .whole(0...99), defaultText: "1", help: "Where chance begins.")
    static let set = Option(
        "set", short: "s", value: "NAME=VALUE", .text, isRepeatable: true, help: "Change one thing of the recipe.")
    static let format = Option<Tin>("format", value: "FORMAT", .word, defaultText: "round", help: "The tin.")
    static let grease = Flag("grease", help: "Grease it.").requiring(format)

    enum Tin: String, CaseIterable { case round, square }
}

let kitchen = CommandSpec(
    name: "kitchen",
    abstract: "Cook what the recipes say.",
    options: [
        Kitchen.color, Kitchen.log, Kitchen.debug,
    ],
    subcommands: [bake, boil],
    exitStatus: [("0", "served"), ("64", "the order was not understood")],
    guess: { $0.hasSuffix(".cake") ? "kitchen bake \($0)" : nil })

let bake = CommandSpec(
    name: "bake",
    abstract: "Bake a cake.",
    discussion: "Heat comes from below unless the oven knows better. Give several recipes to bake them in turn.",
    options: [
        Kitchen.quiet, Kitchen.now, Kitchen.output, Kitchen.seed, Kitchen.set, Kitchen.format, Kitchen.grease,
    ],
    arguments: [
        ArgumentSpec(
            name: "RECIPE", help: "What to bake.", isRepeating: true, hint: .file(extensions: ["toml", "json"]))
    ],
    examples: [
        ("kitchen bake a.toml", "Bake one cake."),
        ("kitchen bake --format square a.toml b.toml", "Bake two in a square tin."),
    ])

let boil = CommandSpec(
    name: "boil",
    abstract: "Boil an egg.",
    options: [Option("size", value: "SIZE", .text, help: "The egg's size.")],
    arguments: [
        ArgumentSpec(name: "MINUTES", help: "How long.", hint: .values(["4", "7", "-1"])),
        ArgumentSpec(name: "POT", help: "In what.", isOptional: true, hint: .directory),
    ])
