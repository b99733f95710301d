extension Reading {
  /// Reads a part of a path by all rules, in the order of `specs/naming.md`.
  static func read(
    _ path: PathText,
    _ range: Range<Int>,
    _ surroundings: Surroundings
  ) -> PartReading {
    var reading = Reading(path, range)
    guard !reading.words.isEmpty else { return reading.result }
    reading.readProviderIDs()
    reading.readWebsites()
    reading.readMarkers()
    reading.readWords()
    reading.readEditionBrackets()
    reading.readDate()
    reading.readSeasons()
    reading.readEpisodeWords()
    reading.readNumberBehindSeason()
    reading.readPackWords()
    reading.readExtraSuffix()
    reading.findTitleStart()
    reading.readYear()
    reading.findTail()
    reading.readBareSizes()
    reading.readNumber(surroundings)
    reading.readPart()
    reading.claimTail()
    reading.readRemux()
    reading.readTitle()
    reading.readGroup()
    return reading.result
  }

  /// A remux of what is not named is one of a Blu-ray.
  private mutating func readRemux() {
    guard isRemux, source == nil,
      let index = words.firstIndex(where: { $0.role == .noise && $0.meaning.value == 2 })
    else { return }
    source = Mark(.bluray, index..<index + 1, .word)
  }

  /// Notes words that say that a name stands for many episodes, or for specials.
  mutating func readPackWords() {
    for index in words.indices {
      switch words[index].meaning.structure {
      case .pack: isPack = true
      case .special where words.count == 1: isSpecials = true
      default: break
      }
    }
  }
}
