extension FindingCode {
    package static let displayRate = FindingCode(
        "TL0107", .asked, "display rate rounding",
        meaning: "The display cannot do the frame rate that was asked for, so the display link runs at another one.",
        rule: """
            A display link is called on refreshes of the display. A fixed 60 Hz display gives 60, 30, 20, 15 … frames \
            a second. A ProMotion display has its own list, an iPhone's 120, 80, 60, 48, 40, 30 …. On an iPhone rates \
            above 60 need `CADisableMinimumFrameDurationOnPhone` in the Info.plist; Low Power Mode has none above 60.
            """,
        source: """
            Apple, CADisplayLink.preferredFrameRateRange; "Optimizing iPhone and iPad apps to support ProMotion \
            displays"
            """,
        example: link(for: "1s", "fps = 45"),
        remedy: """
            set a range of rates (`preferredFrameRateRange`), and animate by `targetTimestamp` instead of counting \
            callbacks
            """,
        advice: """
            `targetTimestamp` is the time of the next frame. On macOS a link is made by a view, window or screen: \
            `displayLink(target:selector:)` of NSView, NSWindow or NSScreen, from macOS 14.
            """,
        swift: """
            link.preferredFrameRateRange = CAFrameRateRange(minimum: 30, maximum: 60, preferred: 60)
            let progress = (link.targetTimestamp - start) / duration
            """,
        objectiveC: """
            link.preferredFrameRateRange = CAFrameRateRangeMake(30, 60, 60);
            CFTimeInterval progress = (link.targetTimestamp - self.start) / self.duration;
            """)
}
