import Foundation
import LabBuiltProgram
import Testing

@Suite("The program beside the tests")
struct BuiltProgramTests {
    @Test(
        "is looked for where SwiftPM and Xcode build it",
        arguments: [
            (["/p/.build/debug/timerlabPackageTests.xctest"], "/elsewhere"),
            (
                [
                    "/tools/swiftpm-testing-helper", "--test-bundle-path",
                    "/p/.build/debug/timerlabPackageTests.xctest/Contents/MacOS/timerlabPackageTests",
                ], "/tools"
            ),
            (["/tools/xctest"], "/p/.build/debug/timerlabPackageTests.xctest"),
        ] as [([String], String)])
    func places(arguments: [String], bundle: String) {
        let folders = BuiltProgram.folders(arguments: arguments, bundle: URL(filePath: bundle)).map(\.path)
        #expect(folders.contains("/p/.build/debug"), "\(folders)")
    }
}
