import Glibc

/// A picture whose four corners differ, and pictures of what a compositor shows.
public enum CornerPicture {
  /// A picture in PPM whose corners are red, green, blue and white, clockwise from the upper left one.
  public static var ppm: [UInt8] {
    let (width, height) = (64, 40)
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        switch (y < height / 2, x < width / 2) {
        case (true, true): bytes += [255, 0, 0]
        case (true, false): bytes += [0, 255, 0]
        case (false, false): bytes += [0, 0, 255]
        case (false, true): bytes += [255, 255, 255]
        }
      }
    }
    return bytes
  }

  /// What a picture in PPM shows: its size, and its corners clockwise from the upper left one.
  public nonisolated struct Seen: Equatable, Sendable, CustomStringConvertible {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int
    /// The first letters of the colours, such as `rgbw`; `?` where it is none of them.
    public var corners: String

    /// Describes a picture.
    public init(width: Int, height: Int, corners: String) {
      self.width = width
      self.height = height
      self.corners = corners
    }

    /// Size and corners.
    public var description: String { "\(width)x\(height) \(corners)" }
  }

  /// Looks at a picture.
  static func look(at ppm: [UInt8]) throws -> Seen {
    var fields: [Int] = []
    var position = 2
    while fields.count < 3 {
      let digits = ppm[position...].drop { isspace(Int32($0)) != 0 }.prefix { isdigit(Int32($0)) != 0 }
      fields.append(try require(Int(String(decoding: digits, as: UTF8.self)), "no picture in PPM"))
      position = digits.endIndex
    }
    let (width, height, start) = (fields[0], fields[1], position + 1)
    try require(ppm.count >= start + width * height * 3, "half a picture")
    func colour(_ x: Int, _ y: Int) -> Character {
      let pixel = Array(ppm[(start + (y * width + x) * 3)...].prefix(3)).map { $0 > 127 }
      switch pixel {
      case [true, false, false]: return "r"
      case [false, true, false]: return "g"
      case [false, false, true]: return "b"
      case [true, true, true]: return "w"
      default: return "?"
      }
    }
    let (left, right, top, bottom) = (width / 8, width - width / 8, height / 8, height - height / 8)
    return Seen(
      width: width, height: height,
      corners: String([colour(left, top), colour(right, top), colour(right, bottom), colour(left, bottom)]))
  }
}

extension TestCompositor {
  /// Shows the picture with the four corners on all outputs, from edge to edge, for as long as the result lives.
  public func showCorners() throws -> Program {
    try client("/usr/bin/swaybg", ["--image", writeCorners(), "--mode", "stretch"])
  }

  /// Lets sway show the picture with the four corners on an output of its own.
  public func showCorners(on output: String) throws {
    try swaymsg("output", output, "background", writeCorners(), "stretch")
  }

  private func writeCorners() throws -> String {
    let file = folder.file("corners.ppm")
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o644)
    try require(descriptor >= 0, "cannot write \(file)")
    defer { close(descriptor) }
    let bytes = CornerPicture.ppm
    try require(write(descriptor, bytes, bytes.count) == bytes.count, "cannot write \(file)")
    return file
  }

  /// Takes pictures of what it shows until one is as wanted.
  public func see(_ wanted: CornerPicture.Seen) throws {
    let deadline = Deadline()
    let file = folder.file("seen.ppm")
    while true {
      let (grim, ended) = try Program.run("/usr/bin/grim", ["-t", "ppm", file], environment: clientEnvironment)
      try require(ended.status == 0, "grim: \(grim.standardError)")
      let seen = try CornerPicture.look(at: Self.bytes(of: file))
      if seen == wanted { return }
      try require(!deadline.isOver, "\(seen) is shown instead of \(wanted)")
    }
  }

  private static func bytes(of file: String) throws -> [UInt8] {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    try require(descriptor >= 0, "cannot read \(file)")
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk.prefix(count)
    }
  }
}
