import Foundation
import Testing

@testable import BoundedWork

@Suite struct MachineMemoryTests {
  @Test func thereIsSomeAndNoMoreThanTheMachineHas() {
    #expect(MachineMemory.bytes > 0)
    #expect(MachineMemory.bytes <= Int(ProcessInfo.processInfo.physicalMemory))
  }

  /// Limits by the paths of the files that hold them, in a folder of their own.
  private func limits(_ files: [String: String], groups: String) throws -> [Int] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "groups-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    return MachineMemory.limits(groups: groups, in: folder.path)
  }

  @Test func aContainerHasItsOwnLimit() throws {
    #expect(try limits(["memory.max": "67108864\n"], groups: "0::/\n") == [67_108_864])
    #expect(try limits(["memory/memory.limit_in_bytes": "67108864\n"], groups: "4:memory:/docker/12\n") == [67_108_864])
  }

  @Test func aServiceHasItsOwnLimitAndThoseOfTheGroupsAroundIt() throws {
    let files = ["system.slice/memory.max": "1000\n", "system.slice/tables.service/memory.max": "2000\n"]
    #expect(try limits(files, groups: "0::/system.slice/tables.service\n") == [2000, 1000])
    let older = ["memory/tables/memory.limit_in_bytes": "3000\n"]
    #expect(try limits(older, groups: "5:cpu:/tables\n4:memory:/tables\n") == [3000])
    #expect(try limits(older, groups: "4:cpu,memory:/tables/inner\n0::/\n") == [3000])
  }

  @Test func whatIsNoLimitIsNone() throws {
    let files = ["memory.max": "max\n", "a/memory.max": "0\n", "a/b/memory.max": "99999999999999999999999\n"]
    #expect(try limits(files, groups: "0::/a/b\nnothing\n\n0::/") == [])
    #expect(try limits([:], groups: "") == [])
  }
}
