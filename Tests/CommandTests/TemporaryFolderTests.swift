import Dispatch
import Foundation
import Synchronization
import Testing

@testable import tablepages

@Suite struct TemporaryFolderTests {
  /// Each looks for folders that were left before it makes its own, while others are making theirs.
  @Test func whoStartsAtTheSameTimeKeepsAFolderOfItsOwn() async throws {
    try await TemporaryFolder.with { parent in
      let path = parent.url.path
      let made = Mutex(0), lost = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<1_000 {
          guard let folder = try? tablepages.TemporaryFolder(in: [path]) else { continue }
          made.withLock { $0 += 1 }
          if !FileManager.default.fileExists(atPath: "\(folder.path)/lock") { lost.withLock { $0 += 1 } }
          folder.remove(files: [])
        }
      }
      let counts = (made: made.withLock(\.self), lost: lost.withLock(\.self))
      #expect(counts.made == 8_000 && counts.lost == 0, "\(counts)")
      let left = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(left.isEmpty)
    }
  }
}
