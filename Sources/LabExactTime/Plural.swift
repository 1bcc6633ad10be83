/// Counted nouns.
package enum Plural {
    /// `1 firing`, `2 firings`.
    package static func of(_ count: some BinaryInteger, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
