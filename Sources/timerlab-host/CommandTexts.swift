// Written by Tests/Support/embed.
// swift-format-ignore-file

enum CommandTexts {
static let all = [
"conform": "Run scenarios in simulation and on this host, and compare the results.\n# about\nBoth have to show the same firings, in the same order and for the same points. Log lines and results of run calls have\nto be the same, too. The instants may differ by the host's own noise. Events that are due closer together than the noise\nare left out and listed. A scenario that differs is run again before the difference counts. Without a file, a short\nfixed set is run.\n# --in-child\nRun one scenario and say nothing.\n# --late-in-window\nFire late inside each window, as macOS may.\n# --without-ports\nDo without ports, as when there are none left.\n# $ timerlab-host conform\nDoes this host keep the rules? Takes some twenty seconds.\n# $ timerlab-host conform Scenarios/*/*.toml --time-scale 10 --limit 5s\nThe shipped scenarios.\n# exit\n0 1 64 65 66 70 73 130\n",
"run": "Run scenarios on this machine, in real time, and say why a timer was late.\n# about\nPrints what `timerlab run` prints. Expectations are about the virtual clock and are not checked here.\n# $ timerlab-host run tracking\nA shipped scenario.\n# $ timerlab-host run heavy-work --time-scale 10\nTen times as fast.\n# $ timerlab-host run -q --format json tracking > host.jsonl\nFor `timerlab compare`.\n# exit\n0 1 64 65 66 70 73 130\n",
"timerlab-host": "Runs scenarios on this machine's run loops, timers, threads and queues, in real time.\n# about\nA scenario is a TOML file. SCENARIO is a path, the name of a shipped scenario (`timerlab list`), or - for standard\ninput. `timerlab reference live` says how this system differs from Darwin.\n# $ timerlab-host run tracking\nRun a scenario and see why a timer is late here.\n# $ timerlab-host conform\nCompare this machine with the simulation.\n# exit\n0 1 64 65 66 70 73 130\n",
]
}
