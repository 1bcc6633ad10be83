import Recording

extension FindingRule {
    static let weakInDealloc = FindingRule(
        "TL0311", .crash, "weak reference formed in dealloc",
        meaning: "A weak reference to an object was formed while the object was being deallocated.",
        rule: """
            An object that is being deallocated can no longer be referred to weakly: the runtime ends the process with \
            "Cannot form weak reference". It happens where `dealloc` makes a block, or a lazy property does so for it.
            """,
        source: "objc4, objc-weak.mm, weak_register_no_lock",
        example: FindingExample(
            text: """
                duration = "3s"
                [[object]]
                id = "owner"
                held_by = "navigation"
                dealloc = [{ async = "main", weak = "owner", do = [{ log = "ended" }] }]
                [[event]]
                at = "1s"
                do = [{ pop = "owner" }]
                """, mending: .replacing(#"weak = "owner", "#, with: "")),
        remedy: "form no weak reference to the object in its `dealloc`: end the timer itself there, without a block",
        advice: "A lazy property that captures `self` weakly must not be read for the first time there.",
        swift: "isolated deinit { timer?.invalidate() }  // not: Task { [weak self] in … }",
        objectiveC: "- (void)dealloc { [_timer invalidate]; }  // the variable, not the lazy property",
        detect: crash("Cannot form weak reference") { name, _ in
            "a weak reference to \(name) was formed while it was being deallocated"
        })
}
