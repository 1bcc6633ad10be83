import LabTOML

/// A value of the scenario's tree, the command line's changes in it; its span is one of the row of sources.
typealias Node = TOMLValue
typealias Entry = TOMLEntry
typealias Text = TOMLString

extension TOMLEntry { var name: String { key.text } }

extension TOMLValue {
    var elementsOrItself: [Node] { if case .array(let elements) = kind { elements } else { [self] } }

    var flag: Bool? { if case .boolean(let flag) = kind { flag } else { nil } }

    var integer: Int64? { if case .integer(let number) = kind { number } else { nil } }
}
