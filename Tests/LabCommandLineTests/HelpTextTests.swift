import Testing

@testable import LabCommandLine

@Suite("Help is laid out in sections with two columns")
struct HelpTextTests {
    @Test("the program's help lists its options, commands and statuses")
    func program() {
        #expect(
            kitchen.helpText() == """
                OVERVIEW: Cook what the recipes say.

                USAGE: kitchen [OPTIONS] COMMAND

                OPTIONS:
                  --color                 Use colour.
                  --log FILE              Where to keep notes.
                  --version               Show the version.
                  -h, --help              Show this help.

                SUBCOMMANDS:
                  bake                    Bake a cake.
                  boil                    Boil an egg.
                  help                    Show what a command does.

                  See 'kitchen help COMMAND' for more on a command.

                EXIT STATUS:
                  0                       served
                  64                      the order was not understood

                """)
    }

    @Test("a command's help wraps to the width and puts long labels on lines of their own")
    func command() {
        #expect(
            kitchen.helpText(for: ["bake"], width: 60) == """
                OVERVIEW: Bake a cake.

                Heat comes from below unless the oven knows better. Give
                several recipes to bake them in turn.

                USAGE: kitchen bake [OPTIONS] RECIPE...

                ARGUMENTS:
                  RECIPE                  What to bake.

                OPTIONS:
                  -q, --quiet             Say nothing.
                  -n, --now               Do not wait.
                  -o, --output FILE       Where the cake goes.
                  --seed N                Where chance begins. (default: 1)
                  -s, --set NAME=VALUE    Change one thing of the recipe.
                                          (repeatable)
                  --format FORMAT         The tin. (values: round, square;
                                          default: round)
                  --grease                Grease it. (with --format)
                  --color                 Use colour.
                  --log FILE              Where to keep notes.
                  -h, --help              Show this help.

                EXAMPLES:
                  kitchen bake a.toml     Bake one cake.
                  kitchen bake --format square a.toml b.toml
                                          Bake two in a square tin.

                """)
    }

    @Test("an argument shows what it may be")
    func arguments() {
        let help = kitchen.helpText(for: ["boil"])
        #expect(help.contains("  MINUTES                 How long. (values: 4, 7, -1)\n"))
        #expect(help.contains("  POT                     In what.\n"))
    }

    @Test("a path that leads nowhere gives the help of where it ends")
    func nowhere() {
        #expect(kitchen.helpText(for: ["bake", "bread"]) == kitchen.helpText(for: ["bake"]))
        #expect(kitchen.helpText(for: ["bread"]) == kitchen.helpText())
    }

    @Test("no width is too small to print help", arguments: [Int.min, -1, 0, 1, 20, 45])
    func narrow(width: Int) {
        let lines = kitchen.helpText(for: ["bake"], width: width).split(separator: "\n")
        #expect(lines.contains("  -q, --quiet             Say nothing."))
        #expect(lines.allSatisfy { $0.count <= 46 })
    }
}
