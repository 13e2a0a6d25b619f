extension StaticString {
  /// The string as C wants it. A static string ends with a NUL and lives for ever.
  var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
