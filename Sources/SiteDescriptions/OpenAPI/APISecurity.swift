package import TextCoding

/// How somebody says who they are, in the words of OpenAPI (OpenAPI Specification 3.1.0, section "Security Scheme Object").
package enum APISecurity {
  /// A token for programs, and the session of a browser.
  /// - Parameter cookie: what the cookie of a session is called.
  package static func schemes(cookie: String) -> JSONValue {
    [
      "token": [
        "type": "http", "scheme": "bearer", "description": "A token created with: tablepages token",
      ],
      "session": [
        "type": "apiKey", "in": "cookie", "name": .text(cookie),
        "description": "The session cookie of a user signed in at /-/sign-in",
      ],
    ]
  }
}
