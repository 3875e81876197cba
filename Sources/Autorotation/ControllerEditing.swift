extension Controller {
  /// Changes the controller with an id in this tree, this one included; false where there is none.
  ///
  /// The tree has to be within `TreeLimits`.
  @discardableResult
  public mutating func update(_ id: String, _ change: (inout Controller) -> Void) -> Bool {
    if self.id == id {
      change(&self)
      return true
    }
    for index in children.indices where children[index].update(id, change) { return true }
    return presented?.update(id, change) ?? false
  }

  /// The controller with an id in this tree; nil where there is none.
  public func find(_ id: String) -> Controller? {
    if self.id == id { return self }
    for child in children {
      if let found = child.find(id) { return found }
    }
    return presented?.find(id)
  }
}
