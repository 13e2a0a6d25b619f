internal import Glibc

/// How much memory there is for the program.
package enum MachineMemory {
  /// Bytes that the machine has, or that the program's container or service may take if that is less.
  package static let bytes: Int = min(installed, limits.min() ?? .max)

  private static var installed: Int {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: size)
    return overflow || bytes <= 0 ? .max : bytes
  }

  private static var limits: [Int] { limits(groups: text("/proc/self/cgroup") ?? "", in: "/sys/fs/cgroup") }

  /// The limits of the control groups that a program is in, each of which holds for all within it
  /// (https://docs.kernel.org/admin-guide/cgroup-v2.html, `memory.max`; https://docs.kernel.org/admin-guide/cgroup-v1/memory.html).
  /// - Parameters:
  ///   - groups: a line for each kind of group: `0::/system.slice/tablepages.service` in version 2, `4:memory:/tables` in version 1.
  ///   - folder: where the groups are mounted. In a container that is its own group, whatever it is called outside.
  static func limits(groups: String, in folder: String) -> [Int] {
    let (file, fileOfVersion1) = ("/memory.max", "/memory.limit_in_bytes")
    var limits = [limit(folder + file), limit(folder + "/memory" + fileOfVersion1)]
    for line in groups.split(separator: "\n") {
      let words = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count == 3, words[1].isEmpty || words[1].split(separator: ",").contains("memory") else { continue }
      var path = words[2]
      while let end = path.lastIndex(of: "/"), path.count > 1 {
        limits.append(limit(words[1].isEmpty ? folder + path + file : folder + "/memory" + path + fileOfVersion1))
        path = path[..<end]
      }
    }
    return limits.compactMap(\.self)
  }

  /// `max` stands for none.
  private static func limit(_ path: String) -> Int? {
    text(path).flatMap { text in Int(text.prefix { $0.isNumber }) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
