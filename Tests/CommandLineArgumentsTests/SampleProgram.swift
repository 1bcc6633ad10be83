import CommandLineArguments

/// A program that has one of everything.
let kitchen = CommandSpec(
    name: "kitchen",
    abstract: "Cook what the recipes say.",
    version: "kitchen 1.2",
    options: [
        .flag("color", help: "Use colour."),
        .flag("no-color", help: "Use no colour."),
        .option("log", value: "FILE", hint: .file(), help: "Where to keep notes."),
        .flag("debug", help: "Show the inner life.", isHidden: true),
    ],
    subcommands: [bake, boil],
    exitStatus: [ExitStatusSpec(0, "served"), ExitStatusSpec(64, "the order was not understood")])

let bake = CommandSpec(
    name: "bake",
    abstract: "Bake a cake.",
    discussion: "Heat comes from below unless the oven knows better. Give several recipes to bake them in turn.",
    options: [
        .flag("quiet", short: "q", help: "Say nothing."),
        .flag("now", short: "n", help: "Do not wait."),
        .option("output", "to", short: "o", value: "FILE", hint: .file(), help: "Where the cake goes."),
        .option("seed", value: "N", defaultText: "1", help: "Where chance begins."),
        .option("set", short: "s", value: "NAME=VALUE", isRepeatable: true, help: "Change one thing of the recipe."),
        .option("format", value: "FORMAT", defaultText: "round", allowedValues: ["round", "square"], help: "The tin."),
    ],
    arguments: [
        ArgumentSpec("RECIPE", help: "What to bake.", isRepeating: true, hint: .file(extensions: ["toml", "json"]))
    ],
    examples: [
        ExampleSpec("kitchen bake a.toml", "Bake one cake."),
        ExampleSpec("kitchen bake --format square a.toml b.toml", "Bake two in a square tin."),
    ])

let boil = CommandSpec(
    name: "boil",
    abstract: "Boil an egg.",
    options: [.option("size", value: "SIZE", help: "The egg's size.")],
    arguments: [
        ArgumentSpec("MINUTES", help: "How long.", allowedValues: ["4", "7", "-1"]),
        ArgumentSpec("POT", help: "In what.", isOptional: true, defaultText: "the small one", hint: .directory),
    ])
