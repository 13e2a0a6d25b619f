import Glibc
import TablePages

/// The way in for whoever starts a server that can be written to or keeps queries, and says nothing of who may: a link that is good once.
struct OwnerToken {
  let token = SecretToken()
  private let file: String?
  /// What it is for.
  private let purpose: String

  /// `nil` where nobody can write or save anything, an access file says who may, or others reach the server and the link was not asked for.
  init?(_ site: SiteOptions, _ address: AddressOptions, _ owner: OwnerOptions) {
    guard site.writable || site.savedQueries != nil, site.accessFile == nil else { return nil }
    guard address.isLoopback || owner.ownerLink || owner.ownerLinkFile != nil else { return nil }
    file = owner.ownerLinkFile
    purpose = site.writable ? "full write access" : "saving queries"
  }

  /// What is added to the address of the site.
  private var path: String { "-/sign-in?token=\(token.text)" }

  /// Says how to get in.
  /// - Parameter address: the site's address, ending with `/`; `nil` where browsers reach it by another that isn't known here.
  func announce(at address: String?) throws(CommandFailure) {
    let link = (address ?? "/") + path
    if let file {
      try OwnerLinkFile.write(link, to: file)
      writeLine("One-time owner link (\(purpose)): in \(file)", to: .output)
    } else if address != nil {
      writeLine("One-time owner link (\(purpose)): \(link)", to: .output)
    } else {
      writeLine("One-time owner link (\(purpose)), after the address of the site: \(link)", to: .output)
    }
  }
}

/// The file that an owner's link is written to.
enum OwnerLinkFile {
  /// Makes the file, which nobody else can read, or replaces one that holds nothing but an earlier link.
  /// - Throws: `CommandFailure` if there is another file by that name, which is left as it is, or if it can't be made.
  static func write(_ link: String, to path: String) throws(CommandFailure) {
    var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST {
      guard try isEarlierLink(path) else {
        throw CommandFailure("--owner-link-file \(path): this file is there already, and holds something else")
      }
      unlink(path)
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else {
      throw CommandFailure("--owner-link-file \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    let bytes = Array((link + "\n").utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw CommandFailure("--owner-link-file \(path): can't write to this file")
    }
  }

  private static func isEarlierLink(_ path: String) throws(CommandFailure) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < 4_096 else { return false }
    let lines = try TextFile.read(path).split(separator: "\n", omittingEmptySubsequences: false)
    return lines == [""] || lines.count == 2 && lines[1].isEmpty && lines[0].contains("-/sign-in?token=")
  }
}

extension AddressOptions {
  /// Whether only programs of this machine reach the server.
  var isLoopback: Bool {
    if unixSocket != nil { return true }
    return !isInherited
      && (host == "localhost" || host == "::1"
        || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
  }
}
