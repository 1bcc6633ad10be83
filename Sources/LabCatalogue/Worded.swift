/// An enumeration whose cases are the words of a key in scenarios.
package protocol Worded: RawRepresentable<String>, CaseIterable {
    /// The meaning of the word, for the reference.
    var doc: String { get }
    /// Other spellings of the word.
    var spellings: [String] { get }
}

extension Worded {
    package var spellings: [String] { [] }
}
