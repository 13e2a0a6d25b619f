import TableModel

extension TableCount {
  /// As many as are known of.
  var number: Int? {
    switch self {
    case .exact(let number), .moreThan(let number), .counting(let number): number
    case .unknown: nil
    }
  }

  /// Whether there are more.
  var isTruncated: Bool {
    switch self {
    case .moreThan, .counting: true
    case .exact, .unknown: false
    }
  }
}
