import ArgumentParser

/// How whoever starts a server that can be written to gets in, where no access file says who may.
struct OwnerOptions: ParsableArguments {
  @Flag(
    help:
      "Print a one-time link with full write access, also where other machines reach the server. (With --writable or --saved-queries.)"
  )
  var ownerLink = false

  @Option(
    help: ArgumentHelp(
      "Write that link to a file that only you can read, instead of printing it. (With --writable or --saved-queries.)",
      valueName: "file"))
  var ownerLinkFile: String?
}
