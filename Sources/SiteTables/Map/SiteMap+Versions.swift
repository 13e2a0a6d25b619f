package import TableModel

extension SiteMap {
  /// Tells the state of the lists of all databases together. It can't be told where that of one can't.
  package var listVersionSource: VersionSource {
    let sources = databases.map(\.database.listVersionSource)
    guard sources.contains(where: \.isAsked) else {
      return .immediate {
        var state = DataVersion(0)
        for case .immediate(let version) in sources {
          guard let next = version() else { return nil }
          state = state.joined(with: next)
        }
        return state
      }
    }
    return .asked {
      var state = DataVersion(0)
      for source in sources {
        guard let next = await source.version() else { return nil }
        state = state.joined(with: next)
      }
      return state
    }
  }
}

extension DataVersion {
  /// The state of what has this one, and of more.
  fileprivate func joined(with next: DataVersion) -> DataVersion {
    DataVersion(SIMD8(fingerprint, next.fingerprint, 0, 0, 0, 0, 0, 0))
  }
}
