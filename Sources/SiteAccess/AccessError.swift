package import SiteConfiguration

/// Why somebody may not do something, or can't sign in.
package enum AccessError: Error, Sendable, Equatable {
  /// A token that isn't known here, or whose time is over.
  case unknownToken
  /// Somebody may not do something with a place.
  case denied(Permission, place: String)
  /// Somebody unknown may not do something with a place, and might if they said who they are: with a password, or else with a token alone.
  case unknownVisitor(Permission, place: String, hasUsers: Bool)
  /// A name and a password that don't go together.
  case wrongPassword
  /// There were too many attempts to sign in.
  case tooManyAttempts(seconds: Int)
  /// Too many people sign in at one moment.
  case crowded
  /// A change that another site asks for in a visitor's name.
  case otherSite

  /// What JSON says of everything that somebody may not do, as Datasette says it.
  package static let permissionDenied = "Permission denied"

  /// The HTTP status (RFC 9110 section 15).
  package var status: Int {
    switch self {
    case .unknownToken, .unknownVisitor: 401
    case .denied, .wrongPassword, .otherSite: 403
    case .tooManyAttempts: 429
    case .crowded: 503
    }
  }

  /// What is wrong, for machines and people alike.
  package var message: String {
    switch self {
    case .unknownToken: "Invalid or expired token"
    case .denied, .unknownVisitor: Self.permissionDenied
    case .wrongPassword: "Wrong user name or password"
    case .tooManyAttempts(let seconds): "Too many sign-in attempts; try again in \(seconds) seconds"
    case .crowded: "Too many users are signing in; try again in a few seconds"
    case .otherSite: "Nothing was changed: the request came from another site or an unknown one"
    }
  }

  /// What a person reads first.
  package var heading: String {
    switch self {
    case .unknownToken: "Invalid or expired token"
    case .denied(let permission, let place), .unknownVisitor(let permission, let place, hasUsers: false):
      "You may not \(permission.act) “\(place)”"
    case .unknownVisitor(let permission, let place, hasUsers: true): "Sign in to \(permission.act) “\(place)”"
    case .wrongPassword: "Sign-in failed"
    case .tooManyAttempts: "Too many attempts"
    case .crowded: "Server busy"
    case .otherSite: "Cross-site request rejected"
    }
  }

  /// Seconds after which the same may work.
  package var retryAfter: Int? {
    switch self {
    case .tooManyAttempts(let seconds): seconds
    case .crowded: 3
    default: nil
    }
  }

  /// How one can say who one is, for the header `WWW-Authenticate` (RFC 6750 section 3).
  package var challenge: String? {
    switch self {
    case .unknownToken: Self.challenge + ", error=\"invalid_token\""
    case .unknownVisitor: Self.challenge
    default: nil
    }
  }

  private static let challenge = "Bearer realm=\"TablePages\""
}

extension Permission {
  /// What somebody does who has it.
  fileprivate var act: String {
    switch self {
    case .read: "read"
    case .write: "change"
    case .administer: "administer"
    }
  }
}
