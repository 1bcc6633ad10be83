extension FindingRule {
    package static let weakInDealloc = FindingRule(
        .weakInDealloc, .crash, "weak reference formed in dealloc",
        meaning: "A weak reference to an object was formed while the object was being deallocated.",
        rule: """
            An object that is being deallocated can no longer be referred to weakly: the runtime ends the process with \
            "Cannot form weak reference". It happens where `dealloc` makes a block, or a lazy property does so for it.
            """,
        source: "objc4, objc-weak.mm, weak_register_no_lock",
        example: scenario(
            for: "3s", object("owner", #"dealloc = [{ async = "main", weak = "owner", do = [{ log = "ended" }] }]"#),
            event("1s", #"{ pop = "owner" }"#)),
        remedy: "form no weak reference to the object in its `dealloc`: end the timer itself there, without a block",
        advice: "A lazy property that captures `self` weakly must not be read for the first time there.")
}
