// Written by Tests/Support/embed.
// swift-format-ignore-file

enum MechanismTexts {
static let all = [
"after": "# meaning\ndispatch_after, requested again in each block when it repeats\n",
"async-timer": "# meaning\nAsyncTimerSequence of today's source (last + interval): passed points come in a burst; older releases skip them\n",
"combine": "# meaning\nTimer.publish(every:on:in:).autoconnect()\n",
"displaylink": "# meaning\nCADisplayLink, called for each refresh of the display\n# instead interval\nwrite fps = 30 or frame_interval = 2\n# instead queue\na display link lives in the run loop of a thread: write thread = \"ID\"\n# instead suspend\nuse { pause = … }\n",
"gcd": "# meaning\na dispatch timer source\n# instead modes\na dispatch source has no modes; on the main queue it runs in all common modes\n# instead tolerance\na dispatch source has a leeway: write leeway = …\n# instead pause\nuse { suspend = … }\n# instead set_fire_date\nuse { reschedule = … }\n# instead set_tolerance\nuse { reschedule = …, leeway = … }\n",
"mach-wait": "# meaning\nmach_wait_until in a loop, absolute deadlines\n",
"nstimer": "# meaning\nNSTimer, CFRunLoopTimer\n# instead leeway\nan NSTimer has a tolerance: write tolerance = …\n# instead suspend pause\nan NSTimer is paused by { set_fire_date = …, at = \"distant-future\" }\n# instead reschedule\nuse { set_fire_date = … }\n",
"perform": "# meaning\nperformSelector:withObject:afterDelay:, requested again in each call when it repeats\n# instead invalidate cancel\nuse { cancel_perform = … }\n",
"task-sleep": "# meaning\nTask.sleep(for:) in a loop, relative\n",
"thread-sleep": "# meaning\nThread.sleep in a loop, relative\n",
]
}
