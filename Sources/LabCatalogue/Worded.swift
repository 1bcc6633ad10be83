/// An enumeration whose cases are the words of a key in scenarios; the texts of the language have their meanings.
package protocol Worded: RawRepresentable<String>, CaseIterable {
    /// Other spellings of the word.
    var spellings: [String] { get }
}

extension Worded {
    package var spellings: [String] { [] }
}
