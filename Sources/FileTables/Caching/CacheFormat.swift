/// What the rows mean that files were loaded into.
enum CacheFormat {
  /// Raised by one with every change to what is stored of a file or how it is: how values are read, what types columns get, what tables and columns
  /// are called. A cache of another number is loaded anew.
  static let version = 4
}
