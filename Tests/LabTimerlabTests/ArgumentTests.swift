import LabWorkbench
import Testing

@testable import LabCommandLine
@testable import timerlab

/// What each command takes and refuses, before it does anything.
@Suite("The arguments of every command")
struct ArgumentTests {
    private func error(_ words: String) -> String? {
        do throws(UsageError) {
            _ = try CommandLineTool.timerlab.spec().parse(words.split(separator: " ").map(String.init))
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "all that help shows is taken",
        arguments: [
            "run a.toml b.toml -q --log 5 --messages --set a=1 --set b=2 --seed 18446744073709551615",
            "run - --format csv --until 2.5s --budget 1 --graph a.svg --at 0s",
            "compare nstimer gcd --scenario a.toml --scenario b.toml --all --device iphone6 --seed 0 --format markdown",
            "check Scenarios --update --baseline b --report text --report junit=x.xml --seeds 20 --jobs 2",
            "check a.toml --mutate --check-determinism -j 4",
            "analyze a.log --interval 1/60s --by thread --match x --column time --expect a.toml --scenario b.toml",
            "calibrate a.log b.log --name mine --loop 1_000_000",
            "lint Scenarios --format json -q --set a=1", "list --format json Tests", "explain TL0101 drift", "explain",
            "profiles -o x --color=never", "reference --json-schema", "reference timer work", "completions man",
            "init", "init leak --force -o x.toml", "list scroll common",
        ])
    func taken(words: String) { #expect(error(words) == nil) }

    @Test(
        "every command, option and argument has a text without holes",
        arguments: CommandLineTool.timerlab.spec().subcommands)
    func texts(spec: CommandSpec) {
        let texts = [spec.abstract] + spec.options.map(\.spec.help) + spec.arguments.map(\.help)
        #expect(texts.allSatisfy { !$0.isEmpty } && !spec.examples.isEmpty && !spec.exitStatus.isEmpty)
        #expect(!(texts + [spec.discussion] + spec.examples.map(\.label)).contains { $0.contains("{") })
    }

    @Test(
        "what is wrong is told with what is expected",
        arguments: [
            ("run", "missing argument SCENARIO"), ("lint", "missing argument SCENARIO"),
            ("check", "missing argument PATH"), ("analyze", "missing argument LOG"),
            ("calibrate", "missing argument LOG"), ("completions", "missing argument SHELL"),
            ("run a --log some", "invalid value 'some' for --log: expected all, none, or how many lines"),
            ("run a --log 0", "invalid value '0' for --log: expected all, none, or how many lines"),
            ("run a --seed -1", "invalid value '-1' for --seed: expected a whole number"),
            ("run a --until 5x", "invalid value '5x' for --until: expected a duration such as 2.5s"),
            ("run a --budget 0", "invalid value '0' for --budget: expected a positive whole number"),
            (
                "run a --graph a.png",
                "invalid value 'a.png' for --graph: expected a file name that ends in .svg, since .dot is gone"
            ),
            ("run a --at 1s", "--at requires --graph"),
            (
                "compare a b --format xml",
                "invalid value 'xml' for --format: expected one of: text, json, csv, markdown"
            ),
            ("check a --jobs 0", "invalid value '0' for --jobs: expected a whole number from 1 to 1024"),
            (
                "check a --report xml",
                "invalid value 'xml' for --report: expected FORMAT or FORMAT=FILE, with one of: text, jsonl, junit, "
                    + "github, markdown, sarif, html (tap has gone: use junit)"
            ),
            ("analyze a --interval 1", "invalid value '1' for --interval: expected a duration such as 1s or 1/60s"),
            ("analyze a --by line", "invalid value 'line' for --by: expected one of: auto, message, thread, none"),
            ("calibrate a --loop 0", "invalid value '0' for --loop: expected a positive whole number"),
            ("lint a --format csv", "invalid value 'csv' for --format: expected one of: text, json"),
            ("list --format", "missing value for --format: expected one of: text, json"),
            (
                "completions fihs",
                "invalid value 'fihs' for SHELL: expected one of: bash, zsh, fish, man; did you mean 'fish'?"
            ),
        ])
    func refused(words: String, message: String) { #expect(error(words) == message) }

    @Test(
        "what people type first is answered",
        arguments: [
            ("heavy-work.toml", "unknown command 'heavy-work.toml'; did you mean 'timerlab run heavy-work.toml'?"),
            ("device.log", "unknown command 'device.log'; did you mean 'timerlab analyze device.log'?"),
            ("/", "unknown command '/'; did you mean 'timerlab check /'?"),
            ("version", "unknown command 'version'; did you mean '--version'?"),
            ("-v", "unknown option '-v'; did you mean '--version'?"),
            ("--json", "unknown option '--json'; did you mean 'timerlab run --format json'?"),
            ("run a --json", "unknown option '--json'; did you mean '--format json'?"),
            ("check a --junit", "unknown option '--junit'; did you mean '--report junit'?"),
            ("--seed 1 run a", "--seed is written after the command, as in 'timerlab run --seed'"),
        ])
    func first(words: String, message: String) { #expect(error(words) == message) }

    @Test(
        "a word of live runs names the program that has them now (64)",
        arguments: [
            ("run tracking --live", "timerlab-host run"), ("run a.toml --time-scale 2", "timerlab-host run"),
            ("run a.toml --limit 1s --live", "timerlab-host run"), ("compare nstimer gcd --live", "timerlab-host run"),
            ("conform", "timerlab-host conform"), ("conform a.toml --limit 1s", "timerlab-host conform"),
        ])
    func moved(words: String, successor: String) {
        #expect(error(words)?.hasPrefix("'\(successor)' does that") == true)
        #expect(error(words)?.contains("make install-host") == true)
    }

    @Test(
        "what would print what was not asked for, or only half of it, is refused before anything is printed",
        arguments: ["explain --format json TL0101", "explain --format json", "analyze - --scenario a.toml"])
    func refusedAtOnce(words: String) throws {
        let line = try CommandLineTool.timerlab.spec().parse(words.split(separator: " ").map(String.init))
        let console = try Console(line, temporaries: TemporaryFiles(), interrupts: Interrupts())
        let command: any Command = words.hasPrefix("explain") ? ExplainCommand() : AnalyzeCommand()
        #expect(throws: UsageError.self) { try command.run(line, on: console) }
    }

    @Test(
        "a code that there is not is not guessed, a mistyped figure is",
        arguments: [("TL9999", false), ("drft", true), ("heavy-work", true)])
    func explain(word: String, isGuessed: Bool) throws {
        let line = try CommandLineTool.timerlab.spec().parse(["explain", word])
        let console = try Console(line, temporaries: TemporaryFiles(), interrupts: Interrupts())
        let error = #expect(throws: UsageError.self) { try ExplainCommand().run(line, on: console) }
        #expect(error?.message.contains("did you mean") == isGuessed)
    }
}
