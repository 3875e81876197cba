/// Which release this is.
public enum Release {
  /// The version of daemon, tool and library, which are released together.
  public static let version = "0.1.0"
}
