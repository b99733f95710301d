package import KinoCore
import KinoNaming

/// Says whose the sidecars of a folder are: by the longest name of a video that they begin with, else by
/// what the folder is of.
///
/// A pure function of the folder.
package struct SidecarPlacement {
  private let folder: LocalFolder
  /// Videos by their names without extension, letters of ASCII made small.
  private var byStem: [[UInt8]: LocalVideo] = [:]
  /// The first of the videos that show the one film of the folder.
  private let soleMovie: LocalVideo?

  /// Prepares the placement of a folder's sidecars.
  package init(_ folder: LocalFolder) {
    self.folder = folder
    let shown = folder.videos.filter { video in video.entities.contains { $0.kind != .extra } }
    let entities = Set(shown.flatMap(\.entities))
    let isOne = entities.count == 1 && entities.first?.kind == .movie
    soleMovie = isOne ? shown.first : nil
    for video in folder.videos.reversed() { byStem[Self.stem(of: video.name)] = video }
  }

  /// Whose each sidecar is, in the order of the folder's.
  package var assignments: [SidecarAssignment] { folder.sidecars.map(assignment) }

  private func assignment(of sidecar: LocalSidecar) -> SidecarAssignment {
    var result = SidecarAssignment(sidecar.id)
    let stem = Self.stem(of: sidecar.path.lastComponent?.bytes ?? [])
    switch sidecar.kind {
    case "subtitle", "audio": place(subtitle: sidecar, stem, &result)
    case "nfo": place(nfo: stem, &result)
    case "json", "chapters": result.file = video(of: stem)?.0.file
    case "artwork": place(picture: stem, &result)
    default: break
    }
    return result
  }

  /// The video whose name a stem begins with, and what is left of the stem.
  ///
  /// What follows the name must be set apart from it.
  private func video(of stem: [UInt8]) -> (LocalVideo, rest: ArraySlice<UInt8>)? {
    if let exact = byStem[stem] { return (exact, []) }
    var end = stem.count - 1
    while end > 0 {
      if [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(stem[end]),
        let found = byStem[Array(stem[..<end])]
      {
        return (found, stem[(end + 1)...])
      }
      end -= 1
    }
    return nil
  }

  private func place(
    subtitle: LocalSidecar,
    _ stem: [UInt8],
    _ result: inout SidecarAssignment
  ) {
    let parent = subtitle.isBelow ? subtitle.path.parent?.lastComponent?.bytes : nil
    let owner =
      video(of: stem)?.0 ?? parent.flatMap { byStem[$0.map(\.loweredASCII)] } ?? soleMovie
    guard let owner else { return }
    result.file = owner.file
    let tags = Self.tags(of: subtitle, stem, Self.stem(of: owner.name))
    result.language = tags.language?.value
    if tags.isDefault { result.tags.append("default") }
    if tags.isForced { result.tags.append("forced") }
    if tags.isForHearingImpaired { result.tags.append("sdh") }
  }

  /// What a subtitle's name says; one that does not begin with its video's says it in all of its words,
  /// behind a number: `2_English.srt`.
  private static func tags(
    of subtitle: LocalSidecar,
    _ stem: [UInt8],
    _ video: [UInt8]
  ) -> SubtitleName {
    let name = subtitle.path.lastComponent?.bytes ?? []
    if stem.starts(with: video) { return SubtitleName(name, video: video) }
    guard subtitle.isBelow else { return SubtitleName(name) }
    let digits = name.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    let words = digits > 0 && digits < name.count ? name.dropFirst(digits + 1) : name[...]
    let separated = words.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: ".") : $0 }
    return SubtitleName(Array("x.".utf8) + separated, video: Array("x".utf8))
  }

  private func place(nfo stem: [UInt8], _ result: inout SidecarAssignment) {
    let name = String(decoding: stem, as: UTF8.self)
    if let (video, _) = video(of: stem) {
      result.file = video.file
    } else if name == "tvshow", let series = folder.series {
      result.file = series.file
      result.tags = ["series"]
    } else if name == "season", folder.season != nil, let series = folder.series {
      result.file = folder.videos.first?.file ?? series.file
      result.tags = ["season"]
    } else if let soleMovie {
      result.file = soleMovie.file
    }
  }

  private func place(picture stem: [UInt8], _ result: inout SidecarAssignment) {
    if let (video, rest) = video(of: stem) {
      result.file = video.file
      let word = PictureName.kind(of: String(decoding: rest, as: UTF8.self))
      guard rest.isEmpty || word != nil else { return }
      result.pictures = video.entities.map { entity in
        let own: PictureKind = entity.kind == .movie ? .poster : .thumb
        return SidecarAssignment.Place(entity.id, word?.0 ?? own, score: word?.1 ?? 70)
      }
      return
    }
    switch PictureName(stem) {
    case .folder(let kind, let score): placeOnFolder(kind, score, &result)
    case .season(let number, let kind):
      guard let series = folder.series, let season = series.seasons[number] else { return }
      result.file = series.file
      result.pictures = [SidecarAssignment.Place(season, kind, score: 95)]
    case .other: break
    }
  }

  private func placeOnFolder(
    _ kind: PictureKind,
    _ score: Int,
    _ result: inout SidecarAssignment
  ) {
    if let soleMovie {
      result.file = soleMovie.file
      result.pictures = soleMovie.entities.map {
        SidecarAssignment.Place($0.id, kind, score: score)
      }
    } else if let series = folder.series {
      result.file = folder.season == nil ? series.file : folder.videos.first?.file ?? series.file
      result.pictures = [
        SidecarAssignment.Place(folder.season ?? series.id, kind, score: score)
      ]
    }
  }

  /// A name without what stands behind its last dot, letters of ASCII made small.
  static func stem(of name: [UInt8]) -> [UInt8] {
    let end = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    return name[..<end].map(\.loweredASCII)
  }
}

extension UInt8 {
  /// The byte, a capital letter of ASCII made small.
  fileprivate var loweredASCII: UInt8 { self &- 65 < 26 ? self | 0x20 : self }
}
