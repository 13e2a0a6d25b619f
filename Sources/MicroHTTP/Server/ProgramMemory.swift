internal import CMicroHTTPD
internal import Glibc

/// The memory that code takes.
package enum ProgramMemory {
  /// Has every block from 256 KiB on go back to the system as soon as it is free.
  ///
  /// Left to itself the C library takes ever larger blocks from heaps of its own, which it seldom gives back (mallopt(3), `M_MMAP_THRESHOLD`):
  /// one large answer in each thread, and the process stays as large as all of them together. To be called when a program starts.
  package static func returnsLargeBlocks() { bridge_return_large_blocks() }

  /// Lets go of the code that starting has run and serving does not.
  ///
  /// Starting walks through most of a statically linked program and its libraries (initialisers, the tables of conformances), and all of
  /// that stays resident though it is not run again. The pages are mapped from files and were never written to (`MADV_DONTNEED`,
  /// madvise(2)): what is needed after all comes back when it is run, in less than a millisecond for all of it.
  /// Call it when a part of starting is over, and when everything is ready.
  package static func releaseStartupCode() {
    guard let maps = fopen("/proc/self/maps", "r") else { return }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4_200)
    while fgets(&line, Int32(line.count), maps) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let range = codeRange(text) else { continue }
      // Safe: the range is one of this process's own mappings, is not writable, and is read anew from the file when it is touched.
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, Int32(MADV_DONTNEED))
    }
  }

  /// The addresses that a line of `/proc/self/maps` names, if it is code from a file (proc(5)):
  /// `7f5a1000-7f5b2000 r-xp 00000000 fe:00 1234   /usr/bin/tablepages`.
  static func codeRange(_ line: String) -> Range<UInt>? {
    let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }).first == "/" else { return nil }
    let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard bounds.count == 2, bounds[0] < bounds[1] else { return nil }
    return bounds[0]..<bounds[1]
  }
}
