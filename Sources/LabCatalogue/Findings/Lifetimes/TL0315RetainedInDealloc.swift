extension FindingCode {
    package static let retainedInDealloc = FindingCode(
        "TL0315", .crash, "retained in its own dealloc",
        meaning: "A strong reference to an object was formed while the object was being deallocated.",
        rule: """
            A retain does not stop a deallocation. The object is freed, and the new reference points to freed memory; \
            its release or the next message crashes. A timer, a display link or a block made in `dealloc` retains \
            `self`, and so does a lazy property that is first read there.
            """,
        source: "Clang, Automatic Reference Counting, \"dealloc\"; objc4, NSObject.mm, rootRetain",
        example: link(
            for: "3s", #"target = "view""#, object("view", #"dealloc = [{ create = "link" }]"#),
            event("1s", #"{ pop = "view" }"#)),
        remedy: "make nothing in its `dealloc` that retains it: end the timer or link only if it was ever made",
        advice: "The first access makes a lazy property, even `link.invalidate()`. `isolated deinit` needs Swift 6.2.")
}
