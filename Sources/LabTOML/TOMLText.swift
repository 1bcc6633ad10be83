import LabTextLayout

/// Words of TOML.
package enum TOMLText {
    /// A text in quotes, with what may not stand between them escaped.
    package static func quoted(_ text: String) -> String {
        let content = text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where VisibleText.isHidden(scalar):
                let (sign, length) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
                result += sign + scalar.value.padded(to: length, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(content)\""
    }

    /// A key, in quotes unless it is bare.
    package static func key(_ name: String) -> String {
        name.wholeMatch(of: /[A-Za-z0-9_-]+/) == nil ? quoted(name) : name
    }
}
