internal import TableModel
internal import TextCoding

extension PageToken {
  /// A token that stands for bytes.
  init(bytes: [UInt8]) { self.init(Base64.text(bytes, .url)) }

  /// What the token stands for, where it was made of bytes.
  var bytes: [UInt8]? { Base64.bytes(text, .url) }
}
