import Glibc

/// The value of an environment variable; `nil` if it isn't set or is empty.
func environmentValue(_ name: String) -> String? {
  // The string that `getenv` points to is copied at once; nothing here changes the environment.
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
