/// Words for a POSIX shell.
package enum ShellText {
    /// The word, in quotes where a shell would change it.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x2B, 0x3A, 0x40, 0x25, 0x80...: true
            default: false
            }
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
