// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum CommandTexts {
    static let all = [
        "conform": #"""
Run scenarios in simulation and on this host, and compare the results.
# about
Both have to show the same firings, in the same order and for the same points. Log lines and results of run calls have
to be the same, too. The instants may differ by the host's own noise. Events that are due closer together than the noise
are left out and listed. A scenario that differs is run again before the difference counts. Without a file, a short
fixed set is run.
# --in-child
Run one scenario and say nothing.
# --late-in-window
Fire late inside each window, as macOS may.
# --without-ports
Do without ports, as when there are none left.
# $ timerlab-host conform
Does this host keep the rules? Takes some twenty seconds.
# $ timerlab-host conform Scenarios/*/*.toml --time-scale 10 --limit 5s
The shipped scenarios.
# exit
0 1 64 65 66 70 73 130

"""#,
        "run": #"""
Run scenarios on this machine, in real time, and say why a timer was late.
# about
Prints what `timerlab run` prints. Expectations are about the virtual clock and are not checked here.
# $ timerlab-host run tracking
A shipped scenario.
# $ timerlab-host run heavy-work --time-scale 10
Ten times as fast.
# $ timerlab-host run -q --format json tracking > host.jsonl
For `timerlab compare`.
# exit
0 1 64 65 66 70 73 130

"""#,
        "timerlab-host": #"""
Runs scenarios on this machine's run loops, timers, threads and queues, in real time.
# about
A scenario is a TOML file. SCENARIO is a path, the name of a shipped scenario (`timerlab list`), or - for standard
input. `timerlab reference live` says how this system differs from Darwin.
# $ timerlab-host run tracking
Run a scenario and see why a timer is late here.
# $ timerlab-host conform
Compare this machine with the simulation.
# exit
0 1 64 65 66 70 73 130

"""#,
    ]
}
