import CommandLineArguments
import Foundation
import Testing

@Suite("Completion scripts follow the description")
struct CompletionTests {
    @Test(
        "bash offers what may be typed at the cursor",
        arguments: [
            (["kitchen", ""], ["bake", "boil", "help"]),
            (["kitchen", "ba"], ["bake"]),
            (["kitchen", "--log", "x", "bo"], ["boil"]),
            (["kitchen", "bake", "--f"], ["--format"]),
            (["kitchen", "bake", "--format", ""], ["round", "square"]),
            (["kitchen", "bake", "--format", "=", "s"], ["square"]),
            (["kitchen", "bake", "--format", "="], ["round", "square"]),
            (["kitchen", "boil", "--de"], []),
            (["kitchen", "boil", ""], ["4", "7", "-1"]),
            (["kitchen", "boil", "--size", ""], []),
            (["kitchen", "help", "b"], ["bake", "boil"]),
        ] as [([String], [String])])
    func bash(words: [String], offered: [String]) throws {
        let asking = """
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kitchen
            for word in "${COMPREPLY[@]}"; do echo "$word"; done
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", kitchen.completionScript(for: .bash) + asking, "bash"] + words
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.split(separator: "\n").map(String.init) == offered)
    }

    @Test("zsh is told each spelling, its value and which files fit")
    func zsh() {
        let script = kitchen.completionScript(for: .zsh)
        #expect(script.hasPrefix("#compdef kitchen\n"))
        #expect(script.contains("'(-q --quiet)--quiet[Say nothing.]'"))
        #expect(script.contains("'*-s+[Change one thing of the recipe.]:NAME=VALUE: '"))
        #expect(script.contains("'(--format)--format=[The tin.]:FORMAT:(round square)'"))
        #expect(script.contains("'*:RECIPE:_files -g \"*.(toml|json)\"'"))
        #expect(script.contains("'2::POT:_files -/'"))
        #expect(script.contains("'(--size)--size=[The egg'\\''s size.]:SIZE: '"))
    }

    @Test("fish is told each spelling, its value and which files fit")
    func fish() {
        let script = kitchen.completionScript(for: .fish)
        let bake = "complete -c kitchen -n '__kitchen_command kitchen bake'"
        #expect(script.contains("\(bake) -s q -l quiet -d 'Say nothing.'\n"))
        #expect(script.contains("\(bake) -l format -r -f -a 'round square' -d 'The tin.'\n"))
        #expect(script.contains("\(bake) -f -a '(__fish_complete_suffix .toml .json)'\n"))
        #expect(script.contains("-l size -r -f -d 'The egg\\'s size.'\n"))
    }

    @Test("no script speaks of hidden options", arguments: CompletionShell.allCases)
    func hidden(shell: CompletionShell) {
        #expect(!kitchen.completionScript(for: shell).contains("debug"))
    }
}
