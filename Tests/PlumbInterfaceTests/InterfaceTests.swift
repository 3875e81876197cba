import JSON
import Orientation
import Testing
import Varlink

@testable import PlumbInterface

/// The texts are the contract: each value that we encode must be one that the text allows.
@Suite struct InterfaceTests {
  let rotation: Interface
  let sensor: Interface
  let mock: Interface

  init() throws {
    rotation = try Interfaces.rotation()
    sensor = try Interfaces.sensor()
    mock = try Interfaces.mock()
  }

  private func json(_ value: some Encodable) throws -> JSONValue {
    try JSONValue(parsing: EncodedParameters(value).bytes)
  }

  @Test func namesAreThoseOfTheCode() {
    #expect(rotation.name == Rotation.name)
    #expect(sensor.name == SensorInterface.name)
    #expect(mock.name == MockInterface.name)
  }

  @Test func everyDeclarationHasAComment() throws {
    for interface in [rotation, sensor, mock] {
      let lines = interface.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let declares = ["interface ", "type ", "method ", "error "].contains { line.hasPrefix($0) }
        if declares { #expect(index > 0 && lines[index - 1].hasPrefix("#"), "\(interface.name): \(line)") }
      }
    }
  }

  @Test(arguments: RotationState.Reason.allCases)
  func statesFitTheText(reason: RotationState.Reason) throws {
    for interface in InterfaceOrientation.allCases {
      for device in DeviceOrientation.allCases {
        let state = RotationState(
          serial: 7, sensor: SensorStatus(available: true, name: "accel_3d", mode: .buffered), device: device,
          interface: interface, panel: Panel(natural: .landscape), reason: reason, locked: interface,
          foreground: WindowName(application: "a", window: "w"))
        try rotation.validateReply(json(Rotation.MonitorReply(state: state)), of: "Monitor")
      }
    }
  }

  @Test func absentFieldsOfAStateAreNull() throws {
    let state = RotationState(
      serial: 0, sensor: SensorStatus(), device: .unknown, interface: .portrait, panel: Panel(), reason: .launch,
      locked: nil, foreground: nil)
    #expect(
      try EncodedParameters(Rotation.MonitorReply(state: state)).description
        == #"{"state":{"angle":0,"device":"unknown","foreground":null,"interface":"portrait","locked":null,"#
        + #""proxyName":"normal","reason":"launch","#
        + #""sensor":{"available":false,"mode":null,"name":null,"stale":false},"serial":0,"transform":"normal"}}"#)
  }

  @Test func statesAreEqualWhateverTheirSerialAndReason() {
    func state(serial: Int, reason: RotationState.Reason, locked: InterfaceOrientation?) -> RotationState {
      RotationState(
        serial: serial, sensor: SensorStatus(), device: .portrait, interface: .portrait, panel: Panel(),
        reason: reason, locked: locked, foreground: nil)
    }
    let first = state(serial: 1, reason: .turned, locked: nil)
    #expect(first.saysTheSame(as: state(serial: 2, reason: .launch, locked: nil)))
    #expect(!first.saysTheSame(as: state(serial: 1, reason: .turned, locked: .portrait)))
  }

  @Test func applicationsAndTreesFitTheText() throws {
    var application = ApplicationDescription(id: "org.example.App", supported: ["landscape"])
    application.profile = .ios6
    application.idiom = .phone
    application.legacyShim = true
    try rotation.validateParameters(json(Rotation.RegisterParameters(application: application)), of: "Register")

    var alert = ControllerDescription(id: "alert")
    alert.kind = .alert
    var root = ControllerDescription(id: "root", supported: ["portrait", "w3c:landscape"])
    root.kind = .navigation
    root.asks = .visibleChild
    root.children = [ControllerDescription(id: "child")]
    root.containerDelegate = ControllerDescription.ContainerDelegate()
    root.presented = alert
    let parameters = Rotation.SetWindowParameters(token: "t", window: "w", root: root, windowed: false)
    try rotation.validateParameters(json(parameters), of: "SetWindow")
    #expect(try Reply.decoding(parameters).root == root)
  }

  @Test(arguments: [
    RotationError.noSuchApplication, .noSuchWindow(window: "w"), .nothingPending,
    .noCommonOrientation(
      window: "w", target: nil, applicationMask: ["portrait"], controllerMask: ["landscapeLeft"], deviceMask: [],
      message: "m"),
    .unsupportedPreferredOrientation(window: "w", target: "root", preferred: 16, supported: ["portrait"], message: "m"),
    .geometryRequestRefused(window: "w", requested: ["portrait"], supported: [], message: "m"),
    .recursiveQuery(window: "w", target: "alert", message: "m"), .invalidTree(path: "root.children[1]", message: "m"),
    .limitExceeded(limit: "windows-per-client", maximum: 256), .configurationRefused(problems: ["a:1: b"]),
  ])
  func errorsTravelBothWays(error: RotationError) throws {
    let travelling = error.varlinkError
    try rotation.validateError(travelling.parameters, of: error.member)
    #expect(RotationError(travelling) == error)
    #expect(!error.message.isEmpty)
  }

  @Test func sensorsFitTheText() throws {
    let report = AccelerometerReport(
      name: "accel_3d", label: "accel-display", path: "/sys/x", used: true, why: "w", mode: .polled,
      location: "display", locationSource: "label", matrix: MountMatrix.identity.rows, matrixSource: "identity",
      polarity: .gravity, polaritySource: "default", scale: [1, 1, 1], rate: 10, faults: ["f"],
      reading: Acceleration(pose: .portrait), meaning: "the top edge points up")
    try sensor.validateReply(json(SensorInterface.ListReply(sensors: [report])), of: "List")
    let sample = AccelerometerSample(time: 1, acceleration: Acceleration(x: 1, y: 2, z: 3))
    let sampleReport = SampleReport(sample, sensorFrame: sample.acceleration)
    try sensor.validateReply(json(SensorInterface.SamplesReply(sample: sampleReport)), of: "Samples")
    for kind in SampleEvent.Kind.allCases {
      let event = SampleEvent(kind, at: 2, sensor: kind == .added ? report : nil)
      let reply = SensorInterface.SamplesReply(event: event)
      try sensor.validateReply(json(reply), of: "Samples")
      #expect(try Reply.decoding(reply) == reply)
    }
    try mock.validateParameters(
      json(MockInterface.FeedParameters(samples: [MockSample(time: 1, acceleration: sample.acceleration)])), of: "Feed")
  }
}

extension Reply {
  /// What a receiver makes of a value that was encoded for the wire.
  fileprivate static func decoding<Value: Codable>(_ value: Value) throws -> Value {
    try VarlinkError(name: "a.b.C", parameters: JSONValue(parsing: EncodedParameters(value).bytes).object ?? [:])
      .decode(Value.self)
  }
}

extension JSONValue {
  fileprivate var object: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }
}
