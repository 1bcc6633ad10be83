import LiveRuntime
import ScenarioLanguage

/// The reference of the scenario language and of live runs.
public enum Reference {
    /// As Markdown.
    ///
    /// - Parameter system: the host that it tells of.
    public static func markdown(on system: HostSystem = .own) -> String {
        [ScenarioReference.markdown(), live, system == .macOS ? mac : linux, runner].joined(separator: "\n")
    }

    /// A JSON Schema for editors.
    public static func jsonSchema() -> String { ScenarioReference.jsonSchema() }

    private static let live = """
        ## Live runs

        `timerlab run FILE --live` and `timerlab compare … --live` run a scenario on the run loops, timers, threads and \
        queues of this host, in real time. Real are `nstimer`, `gcd`, `after`, `perform`, `thread-sleep`, `mach-wait`, \
        `task-sleep`, modes and nested runs, threads and their run loops, blocks, sources, observers, events, the main \
        queue and other queues, sleep and work. Work takes as long as the scenario says, `loop` as long as its turns take \
        on the device; a device's other costs and its wake-up latencies are not added to the host's own. What live runs \
        lack (display links, AsyncTimerSequence, Objective-C objects, the system's sleep, background and clock; on Linux \
        Combine, too) is refused by name (TL1902, status 65); `conform` calls it not comparable.

        `--time-scale K` divides all durations by K, `--limit TIME` stops a run. Expectations are about the virtual clock \
        and are not held against a host.

        `timerlab conform` runs scenarios both ways. Compared are, for each timer, block and thread, the firings in \
        their order with the grid point that each served and GCD's count, the log lines, the answers of run calls, the \
        threads, the order on each thread, and lateness. What happens otherwise when a scenario's times are moved by \
        less than the host's noise (2.5 ms, or what the host stalled during the run) is left out and counted. What \
        differs is run again: "differs" takes three runs on a host that stood still in none of them; where eight runs do \
        not have three such, "cannot tell" is all that is said.

        """

    private static let linux =
        """
        ### Where Foundation on Linux does not keep Darwin's rules, or neither has one

        `perform` is a one-shot timer of the run loop, a port is a pipe, and `mach-wait` is `clock_nanosleep` with an \
        absolute deadline.

        | what | on Darwin | on Linux | in a live run |
        | --- | --- | --- | --- |
        | First firing of `Timer(timeInterval:)` | one interval after the making | at once, when it is added: the fire date is now (swift-corelibs-foundation issue 4712) | compensated: the timer is made with its fire date |
        | A repeating timer with an interval of 0 or less | 0.1 ms is taken | fires once and is invalid after that | compensated: 0.1 ms is asked for |
        | `tolerance` | honoured, at most half the interval | the setter does nothing, the getter says 0 | every firing is at the earliest instant; `conform` compares with that |
        | Leeway of dispatch timers and of `dispatch_after` | wake-ups are shared inside it | no coalescing is compiled in: the earliest instant | every firing is at the earliest instant; `conform` compares with that |
        | `UITrackingRunLoopMode` | one of the common modes | not there | compensated: the common modes of the device are made common by CFRunLoopAddCommonMode |
        | A fire date set inside the timer's own callback, when the loop then runs in another mode | not measured | not armed in that mode until another timer of it wakes the loop (CFRunLoop.c: __CFRunLoopDoTimer) | compensated: all modes are armed anew at the end of the pass |
        | The last timer of a mode is invalidated, by another thread while its loop sleeps, say | the loop sleeps on, even with an empty mode | the loop wakes at the fire date all the same, and returns when its mode is empty | compensated: a timer in the distant future comes and goes after it |
        | Memory of a `Timer` | its block goes when it is invalidated | every Timer and what its block captures stay for ever | scenarios with objects are refused, so nothing is to be seen of it |
        | `fireDate` after `invalidate` | the last fire date | 2001-01-01 | compensated: `{fire_date}` is the last firing |
        | Order of dispatch timers that are due at the very same deadline | unspecified | A C B, A E D C B: a heap, not first come first served | as the host has it; `conform` leaves it out |
        | Two timers with one and the same fire date | not measured; the same conversion as on Linux | either order: each date is converted by itself, with clocks read anew (CFRunLoopTimerCreate) | as the host has it; fire dates are taken one after the other and so keep their order |
        | Which of several ready ports a pass takes | the kernel's choice | the kernel's choice: epoll hands them out in turn, a different one on the next pass | as the host has it; `conform` leaves out what depends on it (`port_order = "shuffled"`) |
        | Input sources of equal `order` that are signalled together | unspecified: a set has them | unspecified: a set has them | as the host has it; `conform` leaves it out |
        | Several messages to one port before it is served | each is served | one is; the others wait for a further one to arrive (epoll is told of arrivals only) | compensated: a message is sent when the one before it was taken |
        | `RunLoop.add(Port(), …)`, the idiom that keeps a loop alive | works | crashes: Port is abstract | a nested mode is kept alive by a source of its own |
        | `Thread.name` set before the start | kept | lost | compensated: it is set inside the thread |
        | Releasing a suspended dispatch source, resuming one too often | a crash with a reason | SIGILL without a word | such a scenario runs in a process of its own (`conform`) |
        | Main thread of an `async` main | its run loop serves timers | timers never fire, and the main actor moves to another thread | the program's main is synchronous, and the scenario's main thread is the process's |

        """

    private static let mac = """
        ### On a Mac

        Nothing in this section was ever tried: what is only on macOS is type-checked against its declarations, and \
        imitated on Linux as far as that goes.

        | what | in a live run |
        | --- | --- |
        | Ports of `source1` and of events | mach ports; one message is under way at a time, the next is sent when it is taken |
        | `perform`, `perform_on_thread`, `perform_block` | NSObject's `performSelector…` and `CFRunLoopPerformBlock` |
        | `mach-wait`, `thread-sleep` | one `mach_wait_until`, one `Thread.sleep(forTimeInterval:)` for each round |
        | `combine` | `Timer.publish(every:tolerance:on:in:).autoconnect()`, in one mode |
        | An interval of 0 or less, `{fire_date}` of an invalid timer | what NSTimer makes of it |
        | Tolerance and leeway, also those of `asyncAfter` and `Task.sleep` | macOS picks an instant in the window, and `conform` takes any |
        | App Nap and the coalescing of timers | kept off by `beginActivity` (`.userInitiated`, `.latencyCritical`) |
        | Display links | refused: they need a window server and a display |
        | Objective-C objects | refused: live runs have no objects |
        | A crash on purpose (`conform`) | leaves a report in `~/Library/Logs/DiagnosticReports` and takes a second more |
        | Shipped scenarios by name, when run from Xcode | only with `TIMERLAB_SCENARIOS` in the scheme: Xcode builds outside of the checkout |

        """

    /// A workflow that tries what nobody has tried.
    private static let runner = """
        ## A Mac in CI

        What has to be seen on a Mac, as a workflow of GitHub; it builds in a path with a space and a letter beyond ASCII.

        ```yaml
        on: [push, pull_request]
        jobs:
          linux:
            runs-on: ubuntu-latest
            container: swift:6.3
            steps:
              - uses: actions/checkout@v4
              - run: swift run -c release timerlab run scenarios/heavy-work.toml > linux.txt
              - uses: actions/upload-artifact@v4
                with: { name: linux, path: linux.txt }
          mac:
            needs: linux
            runs-on: macos-26
            strategy:
              fail-fast: false
              matrix: { filesystem: [APFS, Case-sensitive APFS] }
            defaults:
              run: { shell: bash, working-directory: /Volumes/Zeit läuft/timerlab }
            steps:
              - uses: actions/checkout@v4
              - uses: actions/download-artifact@v4
                with: { name: linux }
              - working-directory: .
                run: |
                  hdiutil create -size 20g -type SPARSE -fs '${{ matrix.filesystem }}' -volname 'Zeit läuft' ../disk
                  hdiutil attach ../disk.sparseimage
                  cp -R . '/Volumes/Zeit läuft/timerlab'
              - name: Builds without warnings, for both processors
                run: |
                  swift build --build-tests 2>&1 | tee build.log
                  swift build -c release --arch arm64 --arch x86_64 2>&1 | tee -a build.log
                  if grep -E '[.]swift:[0-9]+:[0-9]+: (warning|error):' build.log; then exit 1; fi
              - name: Tests
                run: swift test
              - name: The README's output and the baseline are those of Linux
                run: |
                  swift run -c release timerlab run scenarios/heavy-work.toml | diff linux.txt -
                  swift run -c release timerlab check Scenarios
              - name: The rules, and live runs
                run: |
                  swift run -c release timerlab conform
                  swift run -c release timerlab conform --random 50 --seed 1 || echo '::warning::look at the differences'
                  swift run -c release timerlab run tracking --live > /dev/null
                  swift run -c release timerlab compare nstimer gcd combine --live --limit 5s > /dev/null
              - name: Installed elsewhere, by a symbolic link, interrupted, completed
                run: |
                  make install PREFIX="$RUNNER_TEMP/Prüf stand"
                  ln -s "$RUNNER_TEMP/Prüf stand/bin/timerlab" "$RUNNER_TEMP/link"
                  cd / && "$RUNNER_TEMP/link" run heavy-work > /dev/null
                  set -m; rc=0; "$RUNNER_TEMP/link" run tracking --live -o "$RUNNER_TEMP/o" & sleep 1; kill -INT $!; wait $! || rc=$?
                  test $rc -eq 130; test -z "$(ls -A "$RUNNER_TEMP" | grep '^[.]timerlab-' || true)"
                  "$RUNNER_TEMP/link" completions bash > "$RUNNER_TEMP/c" && /bin/bash -c '. "$0"' "$RUNNER_TEMP/c"
                  "$RUNNER_TEMP/link" completions zsh > "$RUNNER_TEMP/z" && zsh -n "$RUNNER_TEMP/z"
              - name: Xcode
                run: xcodebuild -scheme timerlab-Package -destination platform=macOS test
        ```

        """
}
