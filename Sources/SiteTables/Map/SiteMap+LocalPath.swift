extension SiteMap {
  /// The page to lead a visitor back to: a path of this site as a form named it, or the site's first page where it named none, or
  /// something else. Never another host: `//host` and `/\host` are.
  package func localPath(_ path: String?) -> String {
    guard let path, path.hasPrefix(home), !path.hasPrefix("//"), !path.contains("\\"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return home }
    return path
  }
}
