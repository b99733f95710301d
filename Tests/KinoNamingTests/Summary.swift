import KinoNaming

/// What a path says, in one line: kind, title, year, season and episodes.
func summary(_ path: String) -> String {
  let name = NameParser().parse(path)
  var parts = [name.kind.rawValue, name.title?.value ?? "-"]
  if let year = name.year { parts.append("\(year.value)") }
  if let season = name.season { parts.append("S\(season.value)") }
  if let seasons = name.seasons { parts.append("S" + list(seasons.value)) }
  if let episodes = name.episodes { parts.append("E" + list(episodes.value)) }
  if let absolute = name.absolute { parts.append("#\(absolute.value)") }
  if let date = name.date { parts.append(date.value.description) }
  if let part = name.part { parts.append("part \(part.value)") }
  if let extra = name.extra { parts.append(extra.value.rawValue) }
  return parts.joined(separator: " | ")
}

/// What a path says of its release, in one line: resolution, source, codec, edition and group.
func release(_ path: String) -> String {
  let name = NameParser().parse(path)
  return [
    name.resolution?.value.description, name.source?.value.rawValue,
    name.videoCodec?.value.rawValue, name.edition?.value.description,
    name.releaseGroup.map { "by \($0.value)" },
  ].compactMap(\.self).joined(separator: " | ")
}

private func list(_ numbers: [Int]) -> String {
  numbers.map(String.init).joined(separator: ",")
}
