/// An enumeration whose cases are the words of a key in scenarios.
package protocol Worded: RawRepresentable<String>, CaseIterable {
    /// What the word means, for the reference.
    var doc: String { get }
}
