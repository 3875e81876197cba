/// The name of a value inside a call's parameters, such as `root.children[2].kind`.
enum ParameterPath {
  /// The path of a value that lies at `path` inside the field or element `component`.
  static func join(_ component: String, _ path: String) -> String {
    path.isEmpty || path.utf8.first == UInt8(ascii: "[") ? component + path : component + "." + path
  }

  /// The component of an array's element.
  static func element(_ index: Int) -> String { "[\(index)]" }

  /// The path that a decoding error complains about; empty where it is the whole.
  static func of(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "" }
    let keys: [any CodingKey]
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      keys = context.codingPath
    case .keyNotFound(let key, let context): keys = context.codingPath + [key]
    @unknown default: return ""
    }
    return keys.reversed().reduce("") { path, key in
      join((key as? IndexKey).map { element($0.index) } ?? key.stringValue, path)
    }
  }
}
