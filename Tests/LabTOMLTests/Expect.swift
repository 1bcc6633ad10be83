import LabTOML
import Testing

/// Expects a text to have one mistake, of that code and at that piece of the source.
func expect(_ text: String, fails code: String, at blamed: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let reading = Reading(text)
    #expect(reading.codes == [code], "\(text)", sourceLocation: sourceLocation)
    #expect(reading.blamed == [blamed], "\(text)", sourceLocation: sourceLocation)
}

/// Expects a text without mistakes that makes a tree.
func expect(_ text: String, gives tree: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let reading = Reading(text)
    #expect(reading.codes == [], "\(text)", sourceLocation: sourceLocation)
    #expect(reading.shown == tree, "\(text)", sourceLocation: sourceLocation)
}
