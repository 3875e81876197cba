import Varlink

/// Who needs the sensor, and who has to wait for it.
extension RotationService {
  /// Called with true when somebody begins to need the sensor, and with false when nobody does any more.
  public var onDemandChange: ((Bool) -> Void)? {
    get { demand.onChange }
    set { demand.onChange = newValue }
  }

  /// Whether somebody needs the sensor.
  public var isSensorNeeded: Bool { demand.exists }

  /// How many clients follow the state, their windows, or the samples, or need the sensor in another way.
  public var readerCount: Int {
    publisher.subscriberCount + sampleFeed.readerCount + watcherCount + needs.count
  }

  /// Needs the sensor as a subscriber does, or with the panel off as well, for as long as the returned object is held.
  public func needSensor(withPanelOff: Bool = false) -> AnyObject {
    SensorNeed(service: self, withPanelOff: withPanelOff)
  }

  /// Called with true when somebody begins to want each sample, at rest too, and with false when nobody does any more.
  public var onSampleDemandChange: ((Bool) -> Void)? {
    get { demand.onSamplesChange }
    set { demand.onSamplesChange = newValue }
  }

  /// Whether somebody wants each sample.
  public var areSamplesNeeded: Bool { demand.needsSamples }

  /// Whether the panel is off, or nobody looks at it, by the word of a session's agent.
  public var isPanelOff: Bool { !panelWatch.isOn }

  /// Who reads samples measures, which is of use with the panel off as well.
  func countReaders() {
    demand.update(
      readers: isPanelOff ? sampleFeed.readerCount + needs.countWithPanelOff : readerCount,
      sampleReaders: sampleFeed.readerCount)
    onReadersChange?()
  }

  /// How long an answer may wait for a sensor that was off, s.
  static let firstReadingTime = 2.0

  /// Answers a question about the present: a sensor that was off is looked for and read first.
  func whenSensorIsHeard(_ call: Call, answer: @escaping () -> Void) {
    // Who takes no answer waits for none: nothing bounds how many such calls a client makes at once.
    guard !call.oneway, surroundings.isSensorUnheard() else { return answer() }
    let timeout = surroundings.schedule(Self.firstReadingTime) { [weak self] in
      self?.demand.release()
      self?.countReaders()
    }
    demand.wait(call, timeout: timeout, changed: { [weak self] in self?.countReaders() }) { [weak self] in
      answer()
      self?.countReaders()
    }
  }
}
