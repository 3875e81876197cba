public import Varlink

/// The texts of org.plumbd.*, which daemon and clients share.
public enum Interfaces {
  /// org.plumbd.Rotation.
  public static func rotation() throws(InterfaceSyntaxError) -> Interface {
    try Interface(utf8: PackageResources.org_plumbd_Rotation_varlink)
  }

  /// org.plumbd.Sensor.
  public static func sensor() throws(InterfaceSyntaxError) -> Interface {
    try Interface(utf8: PackageResources.org_plumbd_Sensor_varlink)
  }

  /// org.plumbd.Mock, offered only where the mock runs.
  public static func mock() throws(InterfaceSyntaxError) -> Interface {
    try Interface(utf8: PackageResources.org_plumbd_Mock_varlink)
  }
}
