internal import Yams

/// What a site file says of the server, in the words of Datasette's settings.
extension SiteFileReader {
  mutating func settings(_ member: Member?) -> SiteFile.Settings {
    var settings = SiteFile.Settings()
    for (name, member) in named(member, "settings") {
      switch name {
      case "default_page_size": settings.pageSize = count(member, name)
      case "max_returned_rows": settings.maximumPageSize = count(member, name)
      case "truncate_cells_html": settings.excerptBytes = count(member, name)
      case "default_allow_sql": settings.allowsQueries = flag(member, name)
      case "allow_download": settings.allowsDownloads = flag(member, name)
      default: ignored.append((name, member.key.place))
      }
    }
    return settings
  }
}
