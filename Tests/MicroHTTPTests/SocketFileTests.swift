import Foundation
import Testing

@testable import MicroHTTP

/// The file of a Unix socket: nobody else's is removed, neither at the start nor at the end.
@Suite struct SocketFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "socket-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder + "/socket")
  }

  private func listen(at path: String) throws -> ListenSocket { try ListenSocket.openUnix(path, 0o600) }

  @Test func itsOwnFileIsRemovedAtTheEnd() throws {
    try withFolder { path in
      let socket = try listen(at: path)
      #expect(FileManager.default.fileExists(atPath: path))
      socket.close()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func whatWasPutInItsPlaceStays() throws {
    try withFolder { path in
      let socket = try listen(at: path)
      try FileManager.default.removeItem(atPath: path)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
      socket.close()
      #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
      // And nothing listens where a file is.
      #expect(throws: ServerError.self) { try listen(at: path) }
      #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
    }
  }

  @Test func theSocketOfTheNextServerStays() throws {
    try withFolder { path in
      let first = try listen(at: path)
      // Moved rather than removed, so that the next one can't get its number.
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      let second = try listen(at: path)
      first.close()
      #expect(FileManager.default.fileExists(atPath: path))
      second.close()
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
