import KinoNaming

/// What a path says, in one line: each field with the bytes that said so in `<>`, where they differ
/// from the value.
func reading(_ path: String) -> String {
  let bytes = Array(path.utf8)
  let name = NameParser().parse(bytes)
  func shown<Value>(_ found: Found<Value>?, _ show: (Value) -> String) -> String? {
    guard let found else { return nil }
    let value = show(found.value)
    let said = String(decoding: bytes[found.evidence.range], as: UTF8.self)
    return value == said ? value : "\(value) <\(said)>"
  }
  let fields: [String?] = [
    name.kind.rawValue,
    shown(name.title) { $0 },
    shown(name.alternativeTitle) { "alias \($0)" },
    shown(name.year) { "\($0)" },
    shown(name.season) { "S\($0)" },
    shown(name.seasons) { "S" + listed($0) },
    shown(name.episodes) { "E" + listed($0) },
    shown(name.absolute) { "#\($0)" },
    shown(name.date) { $0.description },
    shown(name.part) { "part \($0)" },
    shown(name.edition) { $0.description },
    shown(name.resolution) { $0.description },
    shown(name.source) { $0.rawValue },
    shown(name.videoCodec) { $0.rawValue },
    shown(name.releaseGroup) { "by \($0)" },
    shown(name.extra) { $0.rawValue },
  ]
  let languages = name.languages.map { shown($0) { "in \($0)" } }
  let ids = name.externalIDs.map { shown($0) { "\($0.provider.rawValue) \($0.value)" } }
  return (fields + languages + ids).compactMap(\.self).joined(separator: " | ")
}

/// The rows of a table: a path, and behind `=>` what it says.
func rows(_ table: String) -> [(path: String, says: String)] {
  let arrow = Array(" => ".utf8)
  return table.split(separator: "\n").compactMap { line in
    let bytes = Array(line.utf8)
    let places = bytes.indices.dropLast(arrow.count)
    guard let place = places.first(where: { bytes[$0...].starts(with: arrow) }) else { return nil }
    let says = bytes[(place + arrow.count)...]
    return (String(decoding: bytes[..<place], as: UTF8.self), String(decoding: says, as: UTF8.self))
  }
}

private func listed(_ numbers: [Int]) -> String {
  numbers.map(String.init).joined(separator: ",")
}
