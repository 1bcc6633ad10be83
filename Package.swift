// swift-tools-version: 6.2

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
        .target(name: "ExactTime"),
        .target(name: "TOML", dependencies: ["ExactTime"]),
        .target(name: "Platform"),
        .target(name: "TextLayout"),
        .target(name: "JSON"),
        .target(name: "ScenarioModel", dependencies: ["ExactTime"]),
        .target(
            name: "ScenarioLanguage",
            dependencies: ["ExactTime", "TextLayout", "TOML", "JSON", "ScenarioModel", "Analysis"]),
        .target(name: "Recording", dependencies: ["ExactTime"]),
        .target(
            name: "ScenarioProgram", dependencies: ["ExactTime", "ScenarioModel", "Recording"], exclude: ["README.md"]),
        .target(
            name: "Simulation", dependencies: ["ExactTime", "ScenarioModel", "ScenarioProgram", "Recording"],
            exclude: ["README.md"]),
        .target(
            name: "LiveRuntime",
            dependencies: ["ExactTime", "Platform", "ScenarioModel", "ScenarioProgram", "Recording"]),
        .target(name: "Conformance", dependencies: ["ExactTime", "ScenarioModel", "Recording", "Simulation"]),
        .target(name: "LogImport", dependencies: ["ExactTime", "Recording"]),
        .target(name: "Analysis", dependencies: ["ExactTime", "Platform", "Recording"]),
        .target(name: "Expectations", dependencies: ["ExactTime", "ScenarioModel", "Recording", "Analysis"]),
        .target(name: "Gate", dependencies: ["ExactTime", "ScenarioModel", "Recording", "Analysis", "Expectations"]),
        .target(
            name: "Reports",
            dependencies: [
                "ExactTime", "TextLayout", "TOML", "JSON", "ScenarioModel", "Recording", "LogImport", "Analysis",
                "Expectations", "Gate",
            ],
            // In the code, so that the program stays one file that can be copied anywhere.
            resources: [.embedInCode("HTML/page.css"), .embedInCode("HTML/page.js")]),
        .target(
            name: "Laboratory",
            dependencies: [
                "ExactTime", "Platform", "TextLayout", "TOML", "JSON", "ScenarioModel", "ScenarioLanguage", "Recording",
                "Simulation",
                "LiveRuntime",
                "Conformance", "LogImport", "Analysis", "Expectations", "Gate", "Reports",
            ]),
        .executableTarget(
            name: "timerlab",
            dependencies: [
                "LogImport", "ScenarioLanguage", "ScenarioModel", "Conformance", "ExactTime",
                "JSON", "Laboratory", "Platform", "Recording", "Reports", "TextLayout",
            ],
            resources: ["bash", "zsh", "fish"].map { .embedInCode("Arguments/timerlab.\($0)") }),

        .executableTarget(
            name: "toml-decoder", dependencies: ["ExactTime", "Platform", "TOML"], path: "Tests/Support/toml-decoder"),
        .target(
            name: "ScenarioMutation",
            dependencies: [
                "ScenarioLanguage", "Recording", "Simulation", "Analysis", "Expectations", "Gate", "Laboratory",
                "Reports", "TOML",
            ],
            path: "Tests/Support/ScenarioMutation"),
        .executableTarget(
            name: "timerlab-fuzz", dependencies: ["ScenarioMutation", "QuotedLogs", "RealLogs"], path: "Tests/Fuzz"),
        .target(
            name: "GoldenRecordings",
            dependencies: ["Recording", "ScenarioLanguage", "ScenarioModel", "Simulation", "Conformance"],
            path: "Tests/Support/GoldenRecordings"),
        .executableTarget(
            name: "timerlab-golden", dependencies: ["GoldenRecordings"], path: "Tests/Support/timerlab-golden"),
        .executableTarget(
            name: "timerlab-bench", dependencies: ["Platform"], path: "Tests/Benchmarks",
            exclude: ["Workloads", "count", "instructions.txt"]),
        .testTarget(name: "ExactTimeTests", dependencies: ["ExactTime"]),
        .testTarget(name: "TOMLTests", dependencies: ["ExactTime", "TOML"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "ScenarioModelTests", dependencies: ["ScenarioModel"]),
        .testTarget(
            name: "ScenarioLanguageTests", dependencies: ["ExactTime", "ScenarioModel", "ScenarioLanguage"],
            exclude: ["Golden"]),
        .testTarget(name: "RecordingTests", dependencies: ["Recording"]),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["ExactTime", "ScenarioModel", "ScenarioProgram", "Recording", "Simulation"]),
        .target(name: "QuotedLogs", path: "Tests/Support/QuotedLogs"),
        .target(name: "RealLogs", path: "Tests/Support/RealLogs", exclude: ["logs.txt"]),
        .testTarget(
            name: "LogImportTests", dependencies: ["ExactTime", "Recording", "LogImport", "Analysis", "QuotedLogs"]),
        .target(
            name: "TraceBuilding", dependencies: ["ExactTime", "Recording"], path: "Tests/Support/TraceBuilding"),
        .testTarget(
            name: "AnalysisTests", dependencies: ["Recording", "ExactTime", "Analysis", "TraceBuilding", "RealLogs"]),
        .testTarget(
            name: "ExpectationsTests",
            dependencies: ["Analysis", "Recording", "ScenarioModel", "Expectations", "TraceBuilding"]),
        .testTarget(name: "GateTests", dependencies: ["ScenarioModel", "Gate"]),
        .testTarget(
            name: "ReportsTests",
            dependencies: ["ExactTime", "TOML", "JSON", "Recording", "Analysis", "Expectations", "Gate", "Reports"],
            exclude: ["Golden"]),
        .testTarget(
            name: "LaboratoryTests",
            dependencies: [
                "JSON", "ScenarioModel", "ScenarioLanguage", "Conformance", "Analysis", "Gate", "Laboratory",
                "LiveRuntime", "Platform", "Recording", "Reports", "Simulation", "ExactTime",
                "ScenarioMutation", "QuotedLogs", "RealLogs", "TestFolders",
            ],
            exclude: ["Golden", "Ledger"]),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "Conformance", "ExactTime", "GoldenRecordings", "Recording", "ScenarioLanguage", "ScenarioModel",
                "Simulation",
            ],
            exclude: ["Golden", "Rules"]),
        .target(name: "BuiltProgram", path: "Tests/Support/BuiltProgram"),
        .target(name: "TestFolders", dependencies: ["Platform"], path: "Tests/Support/TestFolders"),
        .testTarget(
            name: "LiveRuntimeTests",
            dependencies: [
                "BuiltProgram", "ExactTime", "LiveRuntime", "Platform", "Recording", "ScenarioModel", "ScenarioProgram",
                "timerlab",
            ]),
        .testTarget(
            name: "LibraryUse", dependencies: ["Laboratory"], path: "Tests/Support/LibraryUse",
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
        .testTarget(
            name: "TimerlabTests",
            dependencies: [
                "BuiltProgram", "Laboratory", "ScenarioLanguage", "TestFolders", "TextLayout", "timerlab",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
