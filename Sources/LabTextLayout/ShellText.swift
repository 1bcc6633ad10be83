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
