import Yams

/// A Compose file, as far as it is looked at here.
struct ComposeFile: Decodable {
  struct Service: Decodable {
    struct Mount: Decodable { let source: String }
    struct HealthCheck: Decodable { let test: [String] }

    /// `nil` where it is made from what the file says itself.
    let image: String?
    let command: [String]?
    let environment: [String: String]?
    let ports: [String]?
    let volumes: [String]?
    let configs: [Mount]?
    let healthcheck: HealthCheck?
    /// A list, or a mapping with what each is waited for.
    let dependencies: [String]

    private enum CodingKeys: String, CodingKey {
      case image, command, environment, ports, volumes, configs, healthcheck, dependencies = "depends_on"
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      image = try members.decodeIfPresent(String.self, forKey: .image)
      command = try members.decodeIfPresent([String].self, forKey: .command)
      environment = try members.decodeIfPresent([String: String].self, forKey: .environment)
      ports = try members.decodeIfPresent([String].self, forKey: .ports)
      volumes = try members.decodeIfPresent([String].self, forKey: .volumes)
      configs = try members.decodeIfPresent([Mount].self, forKey: .configs)
      healthcheck = try members.decodeIfPresent(HealthCheck.self, forKey: .healthcheck)
      dependencies =
        if !members.contains(.dependencies) {
          []
        } else if let list = try? members.decode([String].self, forKey: .dependencies) {
          list
        } else {
          try members.decode([String: [String: String]].self, forKey: .dependencies).keys.sorted()
        }
    }
  }

  struct Text: Decodable { let content: String }

  let services: [String: Service]
  let configs: [String: Text]?
  /// Those of the file; Compose takes them without any settings.
  let volumes: [String: [String: String]?]?

  /// Reads a file.
  init(_ text: String) throws { self = try YAMLDecoder().decode(ComposeFile.self, from: text) }

  /// The services of the program's image.
  var servers: [Service] { services.values.filter { $0.image == "tablepages" } }
}
