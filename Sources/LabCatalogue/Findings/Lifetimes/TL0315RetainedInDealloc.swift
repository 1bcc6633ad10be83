extension FindingRule {
    package static let retainedInDealloc = FindingRule(
        .retainedInDealloc, .crash, "retained in its own dealloc",
        meaning: "A strong reference to an object was formed while the object was being deallocated.",
        rule: """
            A retain does not stop a deallocation: the object goes all the same, and what retained it is left with a pointer \
            to freed memory. Its release, or the next message, crashes. A timer, a display link or a block that `dealloc` makes \
            does so with `self`, and so does a lazy property that is read there for the first time.
            """,
        source: "Clang, Automatic Reference Counting, \"dealloc\"; objc4, NSObject.mm, rootRetain",
        example: link(
            for: "3s", #"target = "view""#, object("view", #"dealloc = [{ create = "link" }]"#),
            event("1s", #"{ pop = "view" }"#)),
        remedy: "make nothing in its `dealloc` that retains it: ask whether the timer or link was ever made",
        advice: "A lazy property is made by the first look at it, also by `link.invalidate()`.",
        swift: "isolated deinit { if isLinkMade { link.invalidate() } }",
        objectiveC: "- (void)dealloc { [_link invalidate]; }  // the variable, not the lazy getter")
}
