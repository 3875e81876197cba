// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors everywhere. Rooms of values (floors 1 and 2) also prove that they touch no raw memory;
// rooms that do I/O live on the main actor, because one thread drives the daemon.
let values: [SwiftSetting] = [.treatAllWarnings(as: .error), .strictMemorySafety()]
let mainActor: [SwiftSetting] = [.treatAllWarnings(as: .error), .defaultIsolation(MainActor.self)]

let package = Package(
  name: "plumbd",
  products: [
    .library(name: "Plumb", targets: ["Plumb"]),
    .executable(name: "plumbd", targets: ["plumbd"]),
    .executable(name: "plumbctl", targets: ["plumbctl"]),
    .executable(name: "plumb-session", targets: ["plumb-session"]),
  ],
  targets: [
    // Floor 0: C, behind one door each.
    .systemLibrary(name: "CLibIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
    .systemLibrary(name: "CLibUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CLibEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CLibINIH", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .systemLibrary(name: "CXCB", pkgConfig: "xcb", providers: [.apt(["libxcb1-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(
      name: "CWayland", exclude: ["Protocols", "generate"], linkerSettings: [.linkedLibrary("wayland-client")]),

    // Floor 1: the words, what was meant by a misspelt one, and JSON.
    .target(name: "Orientation", swiftSettings: values, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Spelling", swiftSettings: values),
    .target(name: "JSON", swiftSettings: values),

    // Floor 2: one idea each, none knows the other.
    .target(name: "OrientationEstimation", dependencies: ["Orientation"], swiftSettings: values),
    .target(name: "Recordings", dependencies: ["Orientation", "JSON"], swiftSettings: values),
    .target(name: "Autorotation", dependencies: ["Orientation"], swiftSettings: values),
    .target(name: "Varlink", dependencies: ["JSON"], swiftSettings: values),
    .target(name: "Console", dependencies: ["Spelling", "CLinux"], swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "EventLoop", dependencies: ["CLibSystemd", "CLinux"], swiftSettings: mainActor),

    // Floor 3: the sensors, the files, and the interface that daemon, tool and library share.
    .target(
      name: "Sensors",
      dependencies: ["Orientation", "Recordings", "EventLoop", "CLibIIO", "CLibUdev", "CLibEvdev", "CLinux"],
      swiftSettings: mainActor),
    .target(name: "Scenarios", dependencies: ["Orientation", "JSON", "Autorotation"], swiftSettings: values),
    .target(
      name: "Configuration", dependencies: ["Orientation", "Spelling", "CLibINIH"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "Displays", dependencies: ["JSON", "EventLoop", "CWayland", "CXCB", "CLinux"], swiftSettings: mainActor),
    .target(
      name: "PlumbInterface", dependencies: ["Orientation", "JSON", "Varlink"],
      resources: [.embedInCode("Interfaces")], swiftSettings: values),

    // Floor 4: the service, and its counterpart in an application.
    .target(
      name: "RotationService", dependencies: ["Orientation", "Autorotation", "JSON", "Varlink", "PlumbInterface"],
      swiftSettings: mainActor),
    .target(name: "SensorProxyBus", dependencies: ["Orientation", "EventLoop"], swiftSettings: mainActor),
    .target(
      name: "Plumb", dependencies: ["Orientation", "JSON", "Varlink", "PlumbInterface", "CLinux"],
      swiftSettings: mainActor),

    .target(
      name: "SessionAgent",
      dependencies: [
        "Orientation", "EventLoop", "Displays", "Configuration", "PlumbInterface", "Varlink", "Plumb", "CLibSystemd",
        "CLinux",
      ], swiftSettings: mainActor),

    // Floor 5: what people run.
    .executableTarget(
      name: "plumbd",
      dependencies: [
        "Orientation", "OrientationEstimation", "Recordings", "JSON", "Varlink", "EventLoop", "Sensors",
        "Configuration",
        "PlumbInterface", "RotationService", "Console", "CLinux",
        "SensorProxyBus",
      ],
      swiftSettings: mainActor),
    .executableTarget(
      name: "plumbctl",
      dependencies: [
        "Orientation", "OrientationEstimation", "Autorotation", "Recordings", "Scenarios", "JSON", "Varlink",
        "Configuration", "PlumbInterface", "Plumb", "Console", "CLinux",
      ],
      swiftSettings: mainActor),
    .executableTarget(
      name: "plumb-session",
      dependencies: [
        "EventLoop", "Displays", "Configuration", "PlumbInterface", "SessionAgent", "Console", "CLinux",
      ],
      swiftSettings: mainActor),

    // Programs that show the use of a room.
    .executableTarget(
      name: "sensor-probe", dependencies: ["Orientation", "EventLoop", "Sensors", "Console", "CLinux"],
      path: "Sources/Examples/SensorProbe", swiftSettings: mainActor),

    .executableTarget(
      name: "LandscapeOnly", dependencies: ["Plumb"], path: "Sources/Examples/LandscapeOnly", swiftSettings: mainActor),
    .executableTarget(
      name: "FollowOrientation", dependencies: ["Plumb"], path: "Sources/Examples/FollowOrientation",
      swiftSettings: mainActor),

    // The mechanism step by step, against a daemon with a mock sensor.
    .target(
      name: "Rehearsal", dependencies: ["Plumb", "PlumbInterface"], path: "Sources/Examples/Rehearsal",
      swiftSettings: mainActor),
    .executableTarget(
      name: "ForcedLandscape", dependencies: ["Plumb", "Rehearsal"], path: "Sources/Examples/ForcedLandscape",
      swiftSettings: mainActor),
    .executableTarget(
      name: "NavigationDelegation", dependencies: ["Plumb", "Rehearsal"],
      path: "Sources/Examples/NavigationDelegation", swiftSettings: mainActor),

    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "Orientation", "OrientationEstimation", "Autorotation", "Recordings", "JSON", "Varlink", "PlumbInterface",
        "RotationService", "CLinux", "TestSupport", "plumbd",
      ],
      path: "Benchmarks", exclude: ["gate", "instructions.conf"], swiftSettings: mainActor),

    // What tests share; no product.
    .target(
      name: "TestSupport", dependencies: ["CLinux", "JSON"], path: "Tests/Support", swiftSettings: mainActor),

    // Clients by the thousand, for the programs that put a built daemon under load and wear it out.
    .target(
      name: "LoadSupport", dependencies: ["CLinux", "TestSupport"], path: "Tests/LoadSupport",
      swiftSettings: mainActor),
    .executableTarget(
      name: "plumbd-load", dependencies: ["Console", "CLinux", "JSON", "LoadSupport", "TestSupport"],
      path: "Tests/Load", swiftSettings: mainActor),
    .executableTarget(
      name: "plumbd-soak", dependencies: ["Console", "CLinux", "JSON", "LoadSupport", "TestSupport"],
      path: "Tests/Soak", swiftSettings: mainActor),

    // Tests mirror the rooms; SystemTests drive the built binaries.
    .testTarget(name: "OrientationTests", dependencies: ["Orientation"], swiftSettings: mainActor),
    .testTarget(name: "SpellingTests", dependencies: ["Spelling"], swiftSettings: mainActor),
    .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: mainActor),
    .testTarget(
      name: "OrientationEstimationTests", dependencies: ["Orientation", "OrientationEstimation", "Recordings"],
      exclude: ["Data"], swiftSettings: mainActor),
    .testTarget(
      name: "RecordingsTests", dependencies: ["Orientation", "Recordings"], swiftSettings: mainActor),
    .testTarget(
      name: "AutorotationTests", dependencies: ["Orientation", "Autorotation"], swiftSettings: mainActor),
    .testTarget(
      name: "ScenariosTests", dependencies: ["Orientation", "Autorotation", "Scenarios"], exclude: ["Data"],
      swiftSettings: mainActor),
    .testTarget(
      name: "VarlinkTests", dependencies: ["JSON", "Varlink"], swiftSettings: mainActor),
    .testTarget(name: "ConsoleTests", dependencies: ["Console", "CLinux"], swiftSettings: mainActor),
    .testTarget(
      name: "EventLoopTests", dependencies: ["EventLoop", "CLinux"], swiftSettings: mainActor),
    .testTarget(
      name: "SensorProxyBusTests", dependencies: ["Orientation", "EventLoop", "SensorProxyBus"],
      swiftSettings: mainActor),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Orientation", "Configuration"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "SensorsTests",
      dependencies: [
        "Orientation", "OrientationEstimation", "Recordings", "EventLoop", "Sensors", "CLibIIO", "TestSupport",
        "sensor-probe",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "DisplaysTests",
      dependencies: ["Orientation", "Displays", "EventLoop", "JSON", "TestSupport", "CLinux", "CWayland", "CXCB"],
      exclude: ["Compositors"], swiftSettings: mainActor),
    .testTarget(
      name: "PlumbInterfaceTests", dependencies: ["Orientation", "JSON", "Varlink", "PlumbInterface"],
      swiftSettings: mainActor),
    .testTarget(
      name: "RotationServiceTests",
      dependencies: ["Orientation", "Autorotation", "JSON", "Varlink", "PlumbInterface", "RotationService"],
      swiftSettings: mainActor),
    .target(
      name: "FakeDaemon", dependencies: ["Orientation", "JSON", "Varlink", "PlumbInterface", "CLinux"],
      path: "Tests/FakeDaemon", swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "PlumbTests",
      dependencies: ["Orientation", "JSON", "Varlink", "PlumbInterface", "Plumb", "CLinux", "FakeDaemon"],
      swiftSettings: mainActor),
    .testTarget(
      name: "SessionAgentTests",
      dependencies: [
        "Orientation", "EventLoop", "Displays", "Configuration", "PlumbInterface", "JSON", "SessionAgent", "FakeDaemon",
        "TestSupport",
      ], swiftSettings: mainActor),
    .testTarget(
      name: "PlumbdTests",
      dependencies: [
        "Orientation", "JSON", "Varlink", "PlumbInterface", "EventLoop", "RotationService", "CLinux", "TestSupport",
        "plumbd",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "PlumbSessionTests",
      dependencies: ["EventLoop", "Displays", "JSON", "TestSupport", "plumb-session", "plumbd", "plumbctl"],
      exclude: ["Refusal"], swiftSettings: mainActor),
    .testTarget(
      name: "PlumbctlTests",
      dependencies: [
        "Orientation", "Configuration", "Recordings", "JSON", "Varlink", "PlumbInterface", "Plumb", "FakeDaemon",
        "TestSupport", "plumbctl",
      ],
      exclude: ["Help"], swiftSettings: mainActor),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "PlumbInterface", "FakeDaemon", "TestSupport", "LandscapeOnly", "FollowOrientation", "plumbd", "plumbctl",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "AgreementTests",
      dependencies: [
        "Orientation", "Autorotation", "Scenarios", "JSON", "Varlink", "PlumbInterface", "RotationService", "Plumb",
        "TestSupport", "plumbd",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "SystemTests",
      dependencies: [
        "TestSupport", "JSON", "Varlink", "plumbd", "plumbctl", "plumbd-load", "plumbd-soak", "benchmarks",
        "LandscapeOnly", "FollowOrientation", "ForcedLandscape", "NavigationDelegation",
      ],
      exclude: ["Clients", "Rehearsals"],
      swiftSettings: mainActor),
  ],
  swiftLanguageModes: [.v6]
)
