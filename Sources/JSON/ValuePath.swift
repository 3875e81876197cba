/// The name of a value inside another, such as `root.children[2].kind`.
public enum ValuePath {
  /// The path of a value that lies at `path` inside the field or element `component`.
  public static func join(_ component: String, _ path: String) -> String {
    path.isEmpty || path.utf8.first == UInt8(ascii: "[") ? component + path : component + "." + path
  }

  /// The component of an array's element.
  public static func element(_ index: Int) -> String { "[\(index)]" }

  /// The path that a decoder has come along.
  public static func along(_ keys: [any CodingKey]) -> String {
    keys.reversed().reduce("") { path, key in join(component(key), path) }
  }

  /// The path that a decoding error complains about, a missing key included; empty where it is the whole.
  public static func of(_ error: any Error) -> String {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      along(context.codingPath)
    case .keyNotFound(let key, let context): along(context.codingPath + [key])
    case nil: ""
    @unknown default: ""
    }
  }

  /// A dictionary's key that looks like a number has an integer value too; an element's key does not look like one.
  private static func component(_ key: any CodingKey) -> String {
    guard let index = key.intValue, key.stringValue != "\(index)" else { return key.stringValue }
    return element(index)
  }
}
