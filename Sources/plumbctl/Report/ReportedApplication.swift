import PlumbInterface

/// An application as a report shows it: without its name, its user and its process.
struct ReportedApplication: Encodable {
  let id: String
  let profile: ProfileName
  let idiom: IdiomName
  let mask: [String]
  let maskSource: String
  /// With pseudonyms for their own names and their controllers'.
  let windows: [WindowStatus]
}
