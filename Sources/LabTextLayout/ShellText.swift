/// Words for a POSIX shell.
package enum ShellText {
    /// A file's name as a command takes it, `./-x.toml` for one that would be an option.
    package static func file(_ name: String) -> String {
        quoted((name.utf8.first == 0x2D && name != "-" ? "./" : "") + name)
    }

    /// The word, in quotes where a shell would change it.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            !scalar.isASCII || scalar.properties.isAlphabetic || "0123456789-./_+:@%".unicodeScalars.contains(scalar)
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

extension String {
    /// The text with every other byte as `%` and two hexadecimal digits (RFC 3986, 2.1).
    package func percentEncoded(keeping isPlain: (UInt8) -> Bool) -> String {
        if utf8.allSatisfy(isPlain) { return self }
        let bytes = utf8.flatMap { byte in
            let code = (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            return isPlain(byte) ? [byte] : Array(code.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
