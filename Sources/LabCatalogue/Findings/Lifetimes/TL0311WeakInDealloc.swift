extension FindingCode {
    package static let weakInDealloc = FindingCode(
        "TL0311", .crash, "weak reference formed in dealloc",
        meaning: "A weak reference to an object was formed while the object was being deallocated.",
        rule: """
            An Objective-C object that is being deallocated cannot be referenced weakly: the runtime ends the process \
            with "Cannot form weak reference". A block or a lazy property that `dealloc` uses may do so. A plain Swift \
            class is different: in its `deinit`, `[weak self]` captures nil.
            """,
        source: "objc4, objc-weak.mm, weak_register_no_lock",
        example: scenario(
            for: "3s", object("owner", #"dealloc = [{ async = "main", weak = "owner", do = [{ log = "ended" }] }]"#),
            event("1s", #"{ pop = "owner" }"#)),
        remedy: "do not capture the object weakly in its `dealloc`: end the timer there directly, without a block",
        advice: "Do not read a lazy property that captures `self` weakly there for the first time.")
}
