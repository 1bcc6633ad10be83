import LabTextLayout
import Testing

@Suite struct ShellTextTests {
    @Test func aFileWithTheNameOfAnOptionIsTypedAsAFile() {
        #expect(ShellText.file("-x.toml") == "./-x.toml" && ShellText.file("- x") == "'./- x'")
        #expect(ShellText.file("-") == "-" && ShellText.file("a.toml") == "a.toml" && ShellText.file("") == "''")
    }
}
