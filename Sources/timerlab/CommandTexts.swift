// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum CommandTexts {
    static let all = [
        "analyze": #"""
Read the log of a real device and report how its timers kept time.
# about
Reads NSLog, Xcode's console, log show in all styles, syslog, ISO 8601, seconds since 1970, and CSV. Gaps, clocks that
were set, daylight saving and lines out of order are reported and never fatal.
# about
The shape of the error shows the kind of timer. It keeps a grid (a repeating NSTimer, a GCD timer, a display link), or
it is scheduled again after each firing. Delays are listed with the causes that the log does not exclude, and with ways
to distinguish them.
# --quiet
Leave out the timeline.
# --expect
Check the expectations of a scenario, or of a file with [[expect]] alone, against the log.
# --scenario
Write a scenario that prints the log again into FILE, and name those that explain its silences.
# $ timerlab analyze device.log --interval 1s
How late was the timer, and which kind was it?
# $ log show --last 5m | timerlab analyze -
Read the unified log of a Mac.
# $ timerlab analyze device.log --expect heavy-work
Did the device do what a scenario says?
# $ timerlab analyze device.log --scenario again.toml
Play the log again.
# moved --stability
--stability was removed: drift and jitter say how steady a timer is
# exit
0 1 64 65 66 70 73 130

"""#,
        "calibrate": #"""
Turn the logs of a device into a profile that [device] can load.
# about
Prints a file that replays the wake-up latencies of a log whose callbacks are short. With --loop, a log whose callbacks
outlast the interval yields the cost of a turn. A log that does not show a grid is refused. A scenario loads the file
with profile = "my-iphone.toml".
# --name
The name of the profile.
# --loop
The number of turns that each callback's counting loop made.
# $ timerlab calibrate idle.log heavy.log --interval 1s --loop 1000000000 -o my-iphone.toml
Measure wake-ups and work.
# exit
0 64 65 66 70 73 130

"""#,
        "check": #"""
Check expectations, and figures and findings against a committed baseline.
# about
Runs every scenario under the paths. A scenario is a model: a change of Swift code changes nothing here, unless `code`
names the code that is modelled. The simulation is exact, so every difference from the baseline is a change. A guarded
figure fails when it gets worse than its [guard] allows. A new fault or warning fails as well. The baseline is
timerlab.baseline in each folder or beside each file, else in the nearest folder above that has one.
# --update
Write a new baseline instead of comparing with it.
# --baseline
Use this baseline for all paths.
# --report
Print or write a report.
# --seeds
Run scenarios with random draws with N seeds, and compare each run with the baseline's of the same seed. N is at least
{fewest}; below {fewest for figures} only guards are judged.
# --mutate
Make each guarded scenario worse, and list the guards that notice; the status is 1 if a guard is blind.
# --strict
End with status 2 where a figure or fact moved without a failure.
# --check-determinism
Run everything twice and compare the bytes.
# --jobs
Run N scenarios at a time instead of one a core.
# --set
Change a value of every scenario, and hold its expectations; a baseline is not compared then.
# PATH
A scenario or a folder of scenarios.
# $ timerlab check Scenarios
Check a folder.
# $ timerlab check --update Scenarios
Write the present figures to the baseline.
# $ timerlab check --mutate Scenarios
See which mistakes the guards would notice.
# $ timerlab check Scenarios --report text --report junit=check.xml
Also for a CI server.
# exit
0 1 2 64 65 66 70 73 130

"""#,
        "compare": #"""
Run the same workloads once for each mechanism and compare them.
# about
Mechanisms: {mechanisms}. A place may follow, where it matters: nstimer@worker, gcd@main, nstimer+common. Their names in
code mean the same: Timer, CADisplayLink, DispatchSourceTimer, asyncAfter, Timer.publish, Task.sleep.
# about
Without a place, nstimer, perform, displaylink and combine are on main in the default mode. gcd and after have a serial
queue, mach-wait and thread-sleep a thread of their own. async-timer and task-sleep are on the main actor. The work runs
in the callback's place.
# about
Scenarios, and earlier results of `run --format json` (.jsonl), are compared as they are. A bare name is a mechanism,
else a shipped scenario; one that contains / or ends in .toml or .jsonl is a path.
# --scenario
Compare in a scenario of your own: its [compare] timer, else its first, is replaced.
# --all
Compare every mechanism.
# --device
Run on a device of 'timerlab profiles', or of a profile's file, not on the scenario's own.
# --set
Change a value of every scenario, such as timer.tick.interval=2s.
# --seed
Start the {seeds} seeds from N instead of the scenario's seed.
# NAME
Two or more mechanisms, or two or more scenarios and earlier results.
# $ timerlab compare nstimer gcd
The behaviour of both under every workload, and the one to choose.
# $ timerlab compare nstimer nstimer+common nstimer@worker
Where to put an NSTimer.
# $ timerlab compare --all --scenario mine.toml
Every mechanism in your own scenario.
# $ timerlab compare heavy-work remedy-work-on-main remedy-work-on-a-queue
A problem, a remedy that does not work and one that does.
# $ timerlab compare nstimer gcd --device iphone6 --set timer.tick.interval=20ms
The same workloads on another device, five times as fast.
# $ timerlab compare before.jsonl after.jsonl
Two results of run --format json.
# moved --live --time-scale --limit
'timerlab-host run' does that: a program of its own, which 'make install-host' installs
# exit
0 64 65 66 70 73 130

"""#,
        "explain": #"""
Explain a code or a figure: the rule and its source, an example, the remedy.
# about
Without CODE all codes and figures are listed. SCENARIO TIMER#N explains one firing: the points skipped before it, the
causes of its lateness, and the change that would have made it punctual. N counts the firings of all timers of that id;
'search (2)#1' is the first firing of the second one.
# --format
How to print a firing.
# CODE
A finding or mistake, such as TL0101, or a figure, such as drift; or SCENARIO and TIMER#N.
# $ timerlab explain TL0103
Why a timer stops during a drag.
# $ timerlab explain drift
The meaning of a figure.
# $ timerlab explain heavy-work tick#3
Why its third firing was late.
# $ timerlab explain heavy-work tick#3 --format json
The same in ns, for a program.
# $ timerlab explain
List all codes and figures.
# exit
0 64 65 66 73 130

"""#,
        "init": #"""
Write a commented scenario to start from, with expectations and a guard.
# about
Without KIND the kinds are listed. The file is KIND.toml in this folder, unless -o says otherwise; -o - prints it. An
existing file stays (status 73) without --force.
# --force
Replace a file that is there.
# KIND
The kind of timer in your code.
# $ timerlab init countdown
Writes countdown.toml.
# $ timerlab init leak -o controller.toml
Writes controller.toml.
# exit
0 64 66 73 130

"""#,
        "lint": #"""
Find the mistakes of scenarios without running them.
# --format
How to print them; json goes to standard output, one mistake a line.
# --quiet
Say nothing about scenarios without mistakes.
# --set
Change a value of the scenario first.
# SCENARIO
A file, a folder, the name of a shipped scenario, or - for standard input.
# $ timerlab lint my.toml
Look for mistakes.
# $ timerlab lint Scenarios
Look through a folder.
# exit
0 64 65 66 70 73 130

"""#,
        "list": #"""
List the shipped scenarios by chapter, or those in folders, or those that match words.
# about
Lists the chapters, the scenarios of a chapter (its number), all scenarios (all), or those whose titles, comments or
findings contain all WORDS. A word with a /, or the name of a folder, is a folder.
# --format
How to print them.
# WORDS
The words to look for, or folders to look in.
# $ timerlab list
The chapters of the course.
# $ timerlab list 4
The scenarios of a chapter.
# $ timerlab list short-way
Twelve lessons that show the essentials.
# $ timerlab list scroll
Scenarios about scrolling.
# $ timerlab list ./Tests
All scenarios below a folder.
# exit
0 64 66 73 130

"""#,
        "profiles": #"""
List the devices that a scenario can name as its profile.
# NAME
A profile: all its values, each with its source.
# $ timerlab profiles
See what each device costs.
# $ timerlab profiles iphone6
See where its figures are from.
# exit
0 64 73 130

"""#,
        "reference": #"""
Look up a key, a step or a page; without TOPIC, list them.
# about
TOPIC is a table (timer, expect), a key or a step (tolerance, work), steps, a page or all. The pages are tutorial,
from-code, your-own-code, gate, logs, live and zh (in Chinese). On a terminal the text is wrapped; in a pipe or a file
it is Markdown, and without TOPIC all of it.
# --json-schema
Print a JSON Schema for editors instead.
# TOPIC
The key, step, table or page.
# $ timerlab reference tutorial
Ten minutes from a countdown that stops to its guard.
# $ timerlab reference from-code
Swift and Objective-C in the scenario language.
# $ timerlab reference from-code global
Its rows about `.global()`.
# $ timerlab reference timer
The keys of [[timer]].
# $ timerlab reference | less
Read all of it, as Markdown.
# $ timerlab reference --json-schema -o timerlab.schema.json
Let an editor complete and check.
# exit
0 64 73 130

"""#,
        "remedy": #"""
Try the remedies for what a run finds, alone and together, and rank them.
# about
Runs the scenario with each remedy that fits, and with some that are often tried and do not help. If one alone leaves a
fault, two or three are tried together. The best is shown as a change of code, with its cost. Remedies are ranked by
crashes, failed expectations, unwanted calls of a one-shot and the worst finding. Then come leaks, the share of skipped
points, other findings, the longest wait, drift and wake-ups. A failed expectation is mended first, even if its cause
was asked for, such as a tolerance.
# --timer
Mend the findings of this timer or object instead of the worst one.
# --all
Show all rows, and the code of each remedy that helps.
# --objc
Show Objective-C instead of Swift.
# --write
Write the scenario with remedy N to OUT, and no table.
# --force
Replace OUT if it exists.
# OUT
Where --write puts the scenario.
# $ timerlab remedy heavy-work
Remedies for heavy work in a callback.
# $ timerlab remedy heavy-work --write 1 mine.toml
Write the scenario with the best remedy.
# exit
0 1 64 65 66 70 73 130

"""#,
        "run": #"""
Run scenarios on the virtual clock, print what happened, and say why.
# about
Prints the firing log, a timeline, a table of figures, the results of expectations, and the answer: what went wrong,
why, in which line, and what to do.
# --log
How much of the log to print (text and markdown): of a longer one the first and last lines.
# --messages
Add the messages that objects were sent, with the stages of each (text and json).
# --set
Change a value of the scenario, such as timer.tick.interval=2s or device.profile=iphone6; event 1 without an id is
event.0. Its expectations are checked only with --expect.
# --until
Stop early, at a simulated time such as 2.5s; its expectations are checked only with --expect.
# --budget
The number of occurrences after which a run counts as endless.
# --graph
Draw the references between objects into FILE, as SVG.
# --at
Draw them at a simulated time such as 3s instead of at the end.
# --trace
Write the run as a trace for Perfetto: threads, callbacks, modes, due points.
# --rows
The rows of csv; json adds a line for each firing: its point, waiting, lag and causes.
# $ timerlab run scenarios/heavy-work.toml
Run a file.
# $ timerlab run heavy-work --set device.profile=ideal
Run a shipped scenario, changed.
# $ timerlab run weak-target --graph kept.svg
Draw who holds whom at the end.
# $ timerlab run heavy-work --html heavy-work.html
A page for a browser: why, on a timeline.
# $ timerlab run -q --format json *.toml > runs.jsonl
Numbers for a script.
# moved --live --time-scale --limit
'timerlab-host run' does that: a program of its own, which 'make install-host' installs
# moved --stability
--stability was removed: drift and jitter say how steady a timer is
# exit
0 1 64 65 66 70 73 130

"""#,
        "sweep": #"""
Run a scenario over a range of one of its values and find where the outcome changes.
# about
The border is found to the nanosecond where a fault or warning comes or goes, points are skipped, or an object is no
longer deallocated. Ctrl-C prints what is finished.
# --vary
The value that varies, its path as --set has it (event.0 is event 1): times, or whole numbers.
# --steps
The number of values, both ends included.
# --seeds
Run each value with N seeds; the worst counts.
# --set
Change another value of the scenario first.
# --expect
Hold the expectations with each value, and find where one begins to fail.
# $ timerlab sweep heavy-work --vary timer.tick.interval=1s..10s
The shortest interval that skips no point.
# $ timerlab sweep lifetime-thread-target --vary event.0.at=0.1s..4s --format csv
The deallocation of an object for each instant of a dismissal.
# exit
0 64 65 66 70 73 130

"""#,
        "timerlab": #"""
A laboratory for timers and run loops: runs a scenario on a virtual clock and says why it fired late.
# about
A scenario is a TOML file. SCENARIO is a path, the name of a shipped scenario (`timerlab list`), or - for standard
input.
# $ timerlab run heavy-work
Run a scenario and see why a timer is late.
# $ timerlab compare nstimer gcd
See which timer to choose.
# $ timerlab init countdown
Write a scenario to begin with.
# $ timerlab reference tutorial
Ten minutes from a problem to a guard against it.
# $ timerlab list
See the chapters of scenarios.
# $ timerlab explain TL0101
Read the meaning of a finding and its remedy.
# moved conform
'timerlab-host conform' does that: a program of its own, which 'make install-host' installs
# exit
0 1 2 64 65 66 70 73 130

"""#,
    ]
}
