public import CoreMetrics
public import Logging
public import Tracing

extension HTTPServer {
  /// How a server is to behave. The defaults fit a service on the open internet.
  public struct Configuration: Sendable {
    /// Where to listen.
    public var addresses: [BindAddress]
    /// Certificate chain and private key, PEM files; nil: no TLS.
    public var tls: TLS?
    /// Threads that parse, run handlers and write; as many as there are processors.
    public var workers: Int
    /// Connections at the same time; those beyond are answered 503.
    public var connectionLimit = 10_000
    /// Connections at the same time from one address; nil: no limit. Not for use behind a proxy.
    public var connectionLimitPerAddress: Int?
    /// Bytes kept per connection for the request line and headers.
    package var connectionMemory = 16 * 1024
    /// How long a client may take to send a request's headers.
    public var headerTimeout: Duration = .seconds(10)
    /// How long a client may take to send a request's body.
    public var bodyTimeout: Duration = .seconds(30)
    /// How long a connection may stay open without a request.
    public var idleTimeout: Duration = .seconds(30)
    /// How long a client may take to read a response, beyond what its size allows at `minimumResponseRate`.
    public var responseTimeout: Duration = .seconds(30)
    /// The slowest reader that is served, in bytes a second, once `responseTimeout` is used up. Of a streamed body, the time in which its producer
    /// has nothing to send doesn't count.
    package var minimumResponseRate = 16 * 1024
    /// How long `stop` waits for requests in flight.
    public var drainTimeout: Duration = .seconds(10)
    /// Bytes of a request's body beyond which it is refused with 413.
    public var maximumBodySize = 1 << 20
    /// Bytes of the bodies of all requests that are being received or answered, beyond which those with a body are answered 503; at least one
    /// of the size that is taken always finds room.
    package var bodyMemory = 16 << 20
    /// A sentence for whoever is refused so: who can let larger ones in, and how; empty for none.
    package var bodySizeAdvice = ""
    /// The hosts that are answered for; others are refused with 421.
    public var allowedHosts = AllowedHosts.automatic
    /// A sentence for whoever is refused so: who can allow more hosts, and how; empty for none.
    package var allowedHostsAdvice = ""
    /// The proxies that are believed what they say of their clients.
    public var trustedProxies = TrustedProxies.none
    /// What the addresses of this server begin with for the public, if proxies don't tell: whole addresses are made of it.
    public var publicOrigin: PublicOrigin?
    /// Whether responses are compressed for clients that take it.
    package var compressesResponses: Bool {
      get { compression.isEnabled }
      set { compression.isEnabled = newValue }
    }
    package var compression = Compression()
    /// Takes what the server counts; see the names in the articles. That of the program, unless told otherwise.
    public var metrics: any MetricsFactory
    /// Follows requests; a span for each, which goes on with the trace that its headers name. That of the program, unless told otherwise.
    public var tracer: any Tracer
    /// Receives errors, warnings, and the access log.
    public var logger: Logger
    /// Whether each request is logged, at level info.
    public var logsAccess = false

    /// Listens on the loopback address, at a free port, unless told otherwise.
    public init(
      addresses: [BindAddress] = [.tcp(host: "127.0.0.1", port: 0)],
      logger: Logger = Logger(label: "MicroHTTP")
    ) {
      self.addresses = addresses
      self.logger = logger
      workers = availableProcessors()
      metrics = MetricsSystem.factory
      tracer = InstrumentationSystem.tracer
    }
  }

  /// A certificate and its key.
  public struct TLS: Sendable, Hashable {
    /// The path of the certificate chain, PEM.
    package var certificateFile: String
    /// The path of the private key, PEM.
    package var keyFile: String

    /// Names the two files.
    public init(certificateFile: String, keyFile: String) {
      self.certificateFile = certificateFile
      self.keyFile = keyFile
    }
  }

  /// When responses are compressed with gzip, for clients that take it (RFC 9110 §12.5.3).
  package struct Compression: Sendable, Hashable {
    /// Whether they are at all.
    package var isEnabled = true
    /// Bytes below which it does not pay.
    package var minimumSize = 1024
    /// The effort, 1 to 9, for a response that is sent once.
    package var level = 1
    /// The effort, 1 to 9, for a response that is prepared and kept.
    package var preparedLevel = 6
  }
}
