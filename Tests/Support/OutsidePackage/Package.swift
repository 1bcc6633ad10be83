// swift-tools-version: 6.2

import PackageDescription

/// An app's package as it depends on the laboratory: for iOS and macOS, on the main actor by default.
let package = Package(
    name: "OutsidePackage",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [
        .package(name: "timerlab", path: "../../.."),
        .package(path: "Neighbours"),
    ],
    targets: [
        .testTarget(
            name: "OutsideTests",
            dependencies: [
                .product(name: "Laboratory", package: "timerlab"), .product(name: "Neighbours", package: "Neighbours"),
            ],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility"), .defaultIsolation(MainActor.self)])
    ],
    swiftLanguageModes: [.v6]
)
