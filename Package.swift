// swift-tools-version: 6.1

import PackageDescription

/// The house: one folder a module, arrows in one direction (README, "How it is built").
let package = Package(
    name: "timerlab",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "timerlab", targets: ["timerlab"]),
        .library(name: "Laboratory", targets: ["Laboratory"]),
    ],
    dependencies: [],
    targets: [
        .target(name: "TOML"),
        .target(name: "ScenarioModel"),
        .target(name: "ScenarioLanguage", dependencies: ["TOML", "ScenarioModel"]),
        .target(name: "Recording"),
        .target(name: "Simulation", dependencies: ["ScenarioModel", "Recording"]),
        .target(name: "LogImport", dependencies: ["Recording"]),
        .target(name: "Analysis", dependencies: ["Recording"]),
        .target(name: "Expectations", dependencies: ["ScenarioModel", "Recording", "Analysis"]),
        .target(name: "Reports", dependencies: ["Recording", "Analysis", "Expectations"]),
        .target(
            name: "Laboratory",
            dependencies: [
                "TOML", "ScenarioModel", "ScenarioLanguage", "Recording", "Simulation", "LogImport", "Analysis",
                "Expectations", "Reports",
            ]),
        .target(name: "CommandLineArguments"),
        .executableTarget(name: "timerlab", dependencies: ["CommandLineArguments", "Laboratory", "Reports"]),

        .executableTarget(name: "toml-decoder", dependencies: ["TOML"], path: "Tests/Support/toml-decoder"),
        .testTarget(name: "TOMLTests", dependencies: ["TOML"]),
        .testTarget(name: "ScenarioModelTests", dependencies: ["ScenarioModel"]),
        .testTarget(name: "ScenarioLanguageTests", dependencies: ["ScenarioLanguage"]),
        .testTarget(name: "RecordingTests", dependencies: ["Recording"]),
        .testTarget(name: "SimulationTests", dependencies: ["Simulation", "ScenarioLanguage", "Analysis"]),
        .testTarget(name: "LogImportTests", dependencies: ["LogImport"]),
        .testTarget(name: "AnalysisTests", dependencies: ["Analysis"]),
        .testTarget(name: "ExpectationsTests", dependencies: ["Expectations"]),
        .testTarget(name: "ReportsTests", dependencies: ["Reports"]),
        .testTarget(name: "LaboratoryTests", dependencies: ["Laboratory"]),
        .testTarget(name: "CommandLineArgumentsTests", dependencies: ["CommandLineArguments"]),
    ],
    swiftLanguageModes: [.v6]
)
