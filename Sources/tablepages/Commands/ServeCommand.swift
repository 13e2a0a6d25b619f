import ArgumentParser

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves database files as pages and as JSON until it is told to stop.",
    discussion: """
      The sample database, and examples of tables made in code:
        tablepages serve
      Two databases, at /shop and at /log:
        tablepages serve shop.sqlite log.sqlite
      A file that never changes, on any free port:
        tablepages serve -i --port 0 archive.sqlite
      To the world, by HTTPS:
        tablepages serve --host :: --tls-certificate chain.pem --tls-key key.pem a.db

      Every option can be given by an environment variable too: --page-size is TABLEPAGES_PAGE_SIZE. SIGTERM and SIGINT let \
      requests under way finish, and end the program with exit code 0.
      """)

  @OptionGroup(title: "What is served")
  var site: SiteOptions

  @OptionGroup(title: "Server")
  var server: ServerOptions

  func run() async throws {
    let sample = site.files.isEmpty ? try SampleDatabase() : nil
    defer { sample?.remove() }
    print(sample?.path ?? "", try PublicFolder.find(named: site.publicFolder))
    sleep(3)
  }
}
import Glibc
