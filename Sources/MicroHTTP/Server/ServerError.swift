/// Why a server could not start. Its description is one sentence for the person who starts it.
public enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another process listens there.
  case addressInUse(String)
  /// The address cannot be understood, or is not this machine's.
  case badAddress(String)
  /// The system does not let this user listen there.
  case notPermitted(String)
  /// The socket could not be made for another reason.
  case cannotListen(String, reason: String)
  /// A file could not be read.
  case unreadable(path: String, reason: String)
  /// The certificate or its key is not what TLS can use.
  case badCertificate(String)
  /// The HTTP engine did not start.
  case cannotStart(String)
  /// `start` was called twice.
  case alreadyStarted

  /// One clear sentence.
  public var description: String {
    switch self {
    case .addressInUse(let address): "Another program already listens on \(address)."
    case .badAddress(let address): "\(address) isn't an address of this machine."
    case .notPermitted(let address): "This user is not permitted to listen on \(address)."
    case .cannotListen(let address, let reason): "Cannot listen on \(address): \(reason)."
    case .unreadable(let path, let reason): "Cannot read \(path): \(reason)."
    case .badCertificate(let reason): "The TLS certificate and key cannot be used: \(reason)."
    case .cannotStart(let reason): "The server could not start: \(reason)."
    case .alreadyStarted: "The server was already started."
    }
  }
}
