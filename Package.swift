// swift-tools-version: 6.2

import PackageDescription

/// For modules that word and print, where no loop is hot: a release build compiles them for size, which takes less time and
/// makes a smaller program. (Since Swift 6.2 a package that another one depends on by its version may say this.)
let forSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The house: one folder a module, arrows in one direction (README, "How it is built").
let package = Package(
    name: "timerlab",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "timerlab", targets: ["timerlab"]),
        .executable(name: "timerlab-host", targets: ["timerlab-host"]),
        .library(name: "Laboratory", targets: ["Laboratory"]),
    ],
    dependencies: [],
    targets: [
        .target(
            name: "LabCatalogue", exclude: ["Figures/Texts", "Findings/Texts", "Mechanisms/Texts", "Silences/Texts"],
            swiftSettings: forSize),
        .target(name: "LabExactTime"),
        .target(name: "LabTextLayout"),
        .target(name: "LabTOML", dependencies: ["LabExactTime", "LabTextLayout"]),
        .target(name: "LabCLibrary"),
        .target(name: "LabPlatform", dependencies: ["LabCLibrary"]),
        .target(name: "LabJSON"),
        .target(name: "LabScenarioModel", dependencies: ["LabCatalogue", "LabExactTime"]),
        .target(
            name: "LabScenarioLanguage",
            dependencies: ["LabCatalogue", "LabExactTime", "LabTextLayout", "LabTOML", "LabJSON", "LabScenarioModel"],
            exclude: ["Devices/Texts", "Reference/Texts"]),
        .target(name: "LabRecording", dependencies: ["LabCatalogue", "LabExactTime"]),
        .target(
            name: "LabScenarioProgram",
            dependencies: ["LabCatalogue", "LabExactTime", "LabScenarioModel", "LabRecording"],
            exclude: ["README.md"]),
        .target(
            name: "LabSimulation",
            dependencies: ["LabCatalogue", "LabExactTime", "LabScenarioModel", "LabScenarioProgram", "LabRecording"],
            exclude: ["README.md"]),
        .target(
            name: "LabLiveRuntime",
            dependencies: ["LabCatalogue", "LabExactTime", "LabScenarioModel", "LabScenarioProgram", "LabRecording"]),
        .target(
            name: "LabConformance", dependencies: ["LabExactTime", "LabScenarioModel", "LabRecording", "LabSimulation"]),
        .target(name: "LabLogImport", dependencies: ["LabExactTime", "LabJSON", "LabRecording"]),
        .target(
            name: "LabAnalysis", dependencies: ["LabCLibrary", "LabCatalogue", "LabExactTime", "LabRecording"],
            exclude: ["README.md"]),
        .target(
            name: "LabExpectations",
            dependencies: ["LabCatalogue", "LabExactTime", "LabScenarioModel", "LabRecording", "LabAnalysis"],
            swiftSettings: forSize),
        .target(
            name: "LabGate",
            dependencies: [
                "LabCatalogue", "LabExactTime", "LabTextLayout", "LabScenarioModel", "LabRecording", "LabAnalysis",
                "LabExpectations",
            ]),
        .target(
            name: "LabReports",
            dependencies: [
                "LabCatalogue", "LabExactTime", "LabTextLayout", "LabTOML", "LabJSON", "LabRecording", "LabLogImport",
                "LabAnalysis", "LabExpectations", "LabGate",
            ],
            // In the code (Tests/Support/embed), so that the program stays one file that can be copied anywhere.
            exclude: ["HTML/Texts"], swiftSettings: forSize),
        .target(
            name: "LabWorkbench",
            dependencies: [
                "LabCatalogue", "LabExactTime", "LabPlatform", "LabTextLayout", "LabTOML", "LabJSON",
                "LabScenarioModel",
                "LabScenarioLanguage", "LabRecording",
                "LabSimulation", "LabLogImport", "LabAnalysis", "LabExpectations", "LabGate", "LabReports",
            ], exclude: ["README.md", "Remedies/Texts"], swiftSettings: forSize),
        .target(
            name: "Laboratory",
            dependencies: [
                "LabAnalysis", "LabCatalogue", "LabExactTime", "LabPlatform", "LabRecording", "LabReports",
                "LabScenarioModel", "LabScenarioProgram", "LabSimulation", "LabTOML", "LabTextLayout", "LabWorkbench",
            ], exclude: ["Lab/Texts"], swiftSettings: forSize),
        .target(
            name: "LabCommandLine",
            dependencies: [
                "LabCatalogue", "LabExactTime", "LabPlatform", "LabReports", "LabScenarioLanguage", "LabTextLayout",
                "LabWorkbench",
            ],
            exclude: ["Texts"], swiftSettings: forSize),
        .executableTarget(
            name: "timerlab",
            dependencies: [
                "LabCommandLine", "LabLogImport", "LabScenarioLanguage", "LabScenarioModel", "LabExactTime",
                "LabCatalogue", "LabGate",
                "LabWorkbench", "LabPlatform", "LabRecording", "LabReports", "LabTextLayout",
            ], exclude: ["Texts"], swiftSettings: forSize),
        .executableTarget(
            name: "timerlab-host",
            dependencies: [
                "LabAnalysis", "LabCommandLine", "LabConformance", "LabExactTime", "LabLiveRuntime", "LabPlatform",
                "LabRecording", "LabReports", "LabScenarioLanguage", "LabScenarioModel", "LabSimulation",
                "LabTextLayout", "LabWorkbench",
            ], exclude: ["Texts"], swiftSettings: forSize),

        .executableTarget(
            name: "toml-decoder", dependencies: ["LabExactTime", "LabPlatform", "LabTOML"],
            path: "Tests/Support/toml-decoder"),
        .target(
            name: "LabScenarioMutation",
            dependencies: [
                "LabScenarioLanguage", "LabRecording", "LabSimulation", "LabAnalysis", "LabExpectations", "LabGate",
                "LabWorkbench",
                "LabReports", "LabTOML",
            ],
            path: "Tests/Support/LabScenarioMutation"),
        .executableTarget(
            name: "timerlab-fuzz", dependencies: ["LabScenarioMutation", "LabQuotedLogs", "LabRealLogs"],
            path: "Tests/Fuzz"),
        .target(
            name: "LabSteps", dependencies: ["LabCatalogue", "LabExactTime", "LabScenarioModel"],
            path: "Tests/Support/LabSteps"),
        .target(
            name: "LabInventedScenarios",
            dependencies: [
                "LabAnalysis", "LabCatalogue", "LabConformance", "LabExactTime", "LabPlatform", "LabScenarioModel",
                "LabSteps", "LabTOML",
            ],
            path: "Tests/Support/LabInventedScenarios"),
        .executableTarget(
            name: "timerlab-invented", dependencies: ["LabInventedScenarios"], path: "Tests/Support/timerlab-invented"),
        .target(
            name: "LabGoldenRecordings",
            dependencies: [
                "LabRecording", "LabScenarioLanguage", "LabScenarioModel", "LabSimulation", "LabInventedScenarios",
            ],
            path: "Tests/Support/LabGoldenRecordings"),
        .executableTarget(
            name: "timerlab-golden", dependencies: ["LabGoldenRecordings"], path: "Tests/Support/timerlab-golden"),
        .executableTarget(
            name: "timerlab-laws",
            dependencies: [
                "LabAnalysis", "LabConformance", "LabInventedScenarios", "LabLogImport", "LabRealLogs", "LabRecording",
                "LabScenarioLanguage", "LabScenarioModel", "LabSimulation", "LabSteps",
            ],
            path: "Tests/Support/timerlab-laws"),
        .executableTarget(
            name: "timerlab-bench", dependencies: ["LabPlatform"], path: "Tests/Benchmarks",
            exclude: ["Workloads", "count", "growth", "instructions.txt", "simpy_timers.py"]),
        .testTarget(name: "LabExactTimeTests", dependencies: ["LabExactTime"]),
        .testTarget(name: "LabTOMLTests", dependencies: ["LabExactTime", "LabTOML"]),
        .testTarget(name: "LabJSONTests", dependencies: ["LabJSON"]),
        .testTarget(name: "LabScenarioModelTests", dependencies: ["LabCatalogue", "LabScenarioModel"]),
        .testTarget(
            name: "LabScenarioLanguageTests",
            dependencies: [
                "LabCatalogue", "LabExactTime", "LabScenarioModel", "LabScenarioLanguage", "LabSteps", "LabTOML",
                "LabJSON",
            ],
            exclude: ["Golden"]),
        .testTarget(name: "LabRecordingTests", dependencies: ["LabRecording"]),
        .testTarget(
            name: "LabSimulationTests",
            dependencies: [
                "LabCatalogue", "LabExactTime", "LabScenarioModel", "LabScenarioProgram", "LabRecording",
                "LabSimulation", "LabSteps",
            ]),
        .target(name: "LabQuotedLogs", path: "Tests/Support/LabQuotedLogs"),
        .target(name: "LabRealLogs", path: "Tests/Support/LabRealLogs", exclude: ["logs.txt"]),
        .testTarget(
            name: "LabLogImportTests",
            dependencies: [
                "LabExactTime", "LabRecording", "LabLogImport", "LabAnalysis", "LabQuotedLogs", "LabRealLogs",
            ]),
        .target(
            name: "LabTraceBuilding", dependencies: ["LabExactTime", "LabRecording"],
            path: "Tests/Support/LabTraceBuilding"),
        .testTarget(
            name: "LabAnalysisTests",
            dependencies: [
                "LabCatalogue", "LabRecording", "LabExactTime", "LabAnalysis", "LabTraceBuilding", "LabRealLogs",
            ]),
        .testTarget(
            name: "LabExpectationsTests",
            dependencies: [
                "LabCatalogue", "LabAnalysis", "LabRecording", "LabScenarioModel", "LabExpectations",
                "LabTraceBuilding",
            ]),
        .testTarget(name: "LabGateTests", dependencies: ["LabCatalogue", "LabScenarioModel", "LabGate"]),
        .testTarget(
            name: "LabReportsTests",
            dependencies: [
                "LabCatalogue", "LabExactTime", "LabTOML", "LabJSON", "LabRecording", "LabAnalysis", "LabExpectations",
                "LabGate",
                "LabReports",
            ],
            exclude: ["Golden"]),
        .target(
            name: "LabTestBench",
            dependencies: [
                "LabAnalysis", "LabCatalogue", "LabWorkbench", "LabRecording", "LabReports", "LabTestFolders",
            ],
            path: "Tests/Support/LabTestBench"),
        .testTarget(
            name: "LabWorkbenchTests",
            dependencies: [
                "LabCatalogue", "LabJSON", "LabScenarioModel", "LabScenarioLanguage", "LabAnalysis", "LabGate",
                "LabWorkbench", "LabPlatform", "LabRecording", "LabReports", "LabSimulation", "LabExactTime",
                "LabScenarioMutation", "LabQuotedLogs", "LabTestBench", "LabTestFolders", "LabInventedScenarios",
                "LabSteps", "LabLogImport",
            ],
            exclude: ["Golden", "Ledger", "Stories"]),
        .testTarget(
            name: "LabClockTests",
            dependencies: [
                "LabExactTime", "Laboratory", "LabRecording", "LabScenarioModel", "LabScenarioMutation",
                "LabSimulation",
                "LabTestBench",
            ]),
        .testTarget(
            name: "LabLogTests",
            dependencies: [
                "LabExactTime", "LabLogImport", "LabWorkbench", "LabQuotedLogs", "LabRealLogs", "LabRecording",
                "LabReports", "LabScenarioLanguage", "LabScenarioModel", "LabTestBench", "LabTestFolders",
            ]),
        .testTarget(
            name: "LabRemedyTests",
            dependencies: [
                "LabAnalysis", "LabCatalogue", "LabInventedScenarios", "LabWorkbench", "LabRecording", "LabReports",
                "LabScenarioLanguage", "LabTestBench", "LabTestFolders",
            ],
            exclude: ["Bugs"]),
        .testTarget(
            name: "LabCheckTests",
            dependencies: [
                "LabGate", "LabWorkbench", "LabReports", "LabScenarioModel", "LabTestBench", "LabTestFolders",
            ]),
        .testTarget(
            name: "LabConformanceTests",
            dependencies: [
                "LabCatalogue", "LabConformance", "LabExactTime", "LabGoldenRecordings", "LabInventedScenarios",
                "LabRecording",
                "LabScenarioLanguage", "LabScenarioModel", "LabSimulation", "LabSteps",
            ],
            exclude: ["Golden", "Rules"]),
        .target(name: "LabBuiltProgram", path: "Tests/Support/LabBuiltProgram"),
        .target(name: "LabTestFolders", dependencies: ["LabPlatform"], path: "Tests/Support/LabTestFolders"),
        .testTarget(
            name: "LabLiveRuntimeTests",
            dependencies: [
                "LabBuiltProgram", "LabCatalogue", "LabExactTime", "LabLiveRuntime", "LabPlatform", "LabRecording",
                "LabScenarioModel",
                "LabScenarioProgram", "LabSteps", "timerlab-host",
            ]),
        .testTarget(
            name: "LabHostTests",
            dependencies: [
                "LabBuiltProgram", "LabCommandLine", "LabExactTime", "LabScenarioLanguage", "LabTestFolders",
                "LabWorkbench", "timerlab", "timerlab-host",
            ]),
        .testTarget(name: "LabCommandLineTests", dependencies: ["LabCommandLine"]),
        .testTarget(
            name: "LabLibraryUse", dependencies: ["Laboratory"], path: "Tests/Support/LabLibraryUse",
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
        .testTarget(
            name: "LabTimerlabTests",
            dependencies: [
                "LabBuiltProgram", "LabCommandLine", "LabWorkbench", "LabScenarioLanguage", "LabTestFolders",
                "LabTextLayout", "timerlab",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
