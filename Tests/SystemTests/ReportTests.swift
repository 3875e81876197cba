import Glibc
import JSON
import TestSupport
import Testing

/// `plumbctl report` of a real daemon on this machine.
@Suite struct ReportTests {
  @Test(arguments: [[], ["--json"]]) func nothingOfThisMachinesIdentityIsInIt(options: [String]) throws {
    let daemon = try TestDaemon(configuration: "[log]\nlevel = warning\n")
    let client = try daemon.connect()
    client.call("org.plumbd.Rotation.Register", #"{"application":{"id":"org.example.writer","name":"Dear Diary"}}"#)
    let token = try #require(try client.reply()["token"]?.text)
    let window = "Letter to Edith"
    client.call(
      "org.plumbd.Rotation.SetWindow", #"{"token":"\#(token)","window":"\#(window)","root":{"id":"edith.letter"}}"#)
    _ = try client.reply()
    client.call("org.plumbd.Rotation.Activate", #"{"token":"\#(token)","window":"\#(window)"}"#)
    _ = try client.reply()

    let (tool, ended) = try Program.run(
      "plumbctl", ["report"] + options,
      environment: ["PLUMBD_SOCKET": daemon.socket, "HOME": daemon.folder.path, "USER": "edith", "LOGNAME": "edith"])
    #expect(ended.status == 0)
    let report = tool.standardOutput
    #expect(report.contains("org.example.writer") && report.contains("level"))
    var secrets = [daemon.folder.path, window, "edith", "Diary", token]
    secrets += ["/etc/machine-id", "/proc/sys/kernel/random/boot_id", "/proc/sys/kernel/hostname"].flatMap(Self.lines)
    for name in ["product_serial", "board_serial", "chassis_serial", "product_uuid"] {
      // Without a digit it is "Not Specified" or the like.
      secrets += Self.lines("/sys/class/dmi/id/" + name).filter { $0.contains(where: \.isNumber) }
    }
    for secret in secrets where secret.utf8.count > 3 && secret != "localhost" {
      #expect(!report.contains(secret), "\(secret) is in\n\(report)")
    }
  }

  private static func lines(_ path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
