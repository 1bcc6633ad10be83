// Written by Tests/Support/embed: change the texts and run it again.
// swift-format-ignore-file

enum SilenceTexts {
    static let all = [
        "armed-anew": #"""
# title
armed again after it
# causes
not excluded: long work, a busy thread, a mode that was not run, or the background. To tell: log the end of the work,
too

"""#,
        "last": #"""
# title
ends with the last line
# causes
not excluded: its thread was busy, its run loop ran a mode that the timer is not in (a drag, a menu), it was suspended
and resumed, or the app was in the background. To tell: log a timer on a queue of its own (silent too: the whole app
was suspended) and one in the common modes of this thread (silent too: the thread was busy; not silent: the mode), and
each suspend

"""#,
        "never": #"""
# title
no line after it
# causes
it was ended, or not called: the log does not tell. To tell: log each `invalidate`, `cancel` and `suspend`

"""#,
        "off-grid": #"""
# title
not back on the grid
# causes
not excluded: the timer was made again or got a new date, the system slept, or the clock was set. To tell: log each
creation, and the uptime beside the time of day

"""#,
        "on-point": #"""
# title
ends on the grid
# causes
not excluded: nothing was overdue (a display link that was paused, or whose thread was busy), its callback did not
print, or the log lost lines. To tell: count in the callback and print the count
# causes counted
not excluded: nothing was overdue (a display link that was paused, or whose thread was busy). No line is lost: they
are numbered without a gap

"""#,
        "released": #"""
# title
back on the grid
# causes
not excluded: its thread was busy, its run loop ran a mode that the timer is not in (a drag, a menu), it was suspended
and resumed, or the app was in the background. To tell: log a timer on a queue of its own (silent too: the whole app
was suspended) and one in the common modes of this thread (silent too: the thread was busy; not silent: the mode), and
each suspend

"""#,
    ]
}
