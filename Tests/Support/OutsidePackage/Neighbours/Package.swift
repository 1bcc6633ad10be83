// swift-tools-version: 6.2

import PackageDescription

/// Modules with names that a timer laboratory might have taken for itself.
let names = ["TOML", "JSON", "Platform", "Recording", "Gate", "BuiltProgram", "TestFolders"]

let package = Package(
    name: "Neighbours",
    products: [.library(name: "Neighbours", targets: names)],
    targets: names.map { .target(name: $0) },
    swiftLanguageModes: [.v6]
)
