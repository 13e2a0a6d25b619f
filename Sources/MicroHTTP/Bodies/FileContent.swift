/// A part of an open file, or all of it, as a body.
final class FileContent: Sendable {
  let descriptor: Int32
  let offset: Int
  let count: Int

  /// Takes over the descriptor; it is closed with the content.
  init(descriptor: Int32, offset: Int = 0, count: Int) {
    self.descriptor = descriptor
    self.offset = offset
    self.count = count
  }

  deinit { closeDescriptor(descriptor) }
}
