// Written by Tests/Support/embed.
// swift-format-ignore-file

enum SilenceTexts {
static let all = [
"armed-anew": "# title\narmed again after it\n# causes\nnot excluded: long work, a busy thread, a mode that was not run, or the background. To tell: log the end of the work,\ntoo\n",
"last": "# title\nends with the last line\n",
"never": "# title\nno line after it\n# causes\nit was ended, or not called: the log does not tell. To tell: log each `invalidate`, `cancel` and `suspend`\n",
"off-grid": "# title\nnot back on the grid\n# causes\nnot excluded: the timer was made again or got a new date, the system slept, or the clock was set. To tell: log each\ncreation, and the uptime beside the time of day\n",
"on-point": "# title\nends on the grid\n# causes\nnot excluded: nothing was overdue (a display link that was paused, or whose thread was busy), its callback did not\nprint, or the log lost lines. To tell: count in the callback and print the count\n# causes counted\nnot excluded: nothing was overdue (a display link that was paused, or whose thread was busy). No line is lost: they\nare numbered without a gap\n",
"released": "# title\nback on the grid\n# causes\nnot excluded: its thread was busy, its run loop ran a mode that the timer is not in (a drag, a menu), it was suspended\nand resumed, or the app was in the background. To tell: log a timer on a queue of its own (silent too: the whole app\nwas suspended) and one in the common modes of this thread (silent too: the thread was busy; not silent: the mode), and\neach suspend\n",
]
}
