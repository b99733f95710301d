import Testing

@Suite("Names in many languages")
struct LocalizedNamesTests {
  @Test("seasons and episodes are read in many languages", arguments: names)
  func name(_ path: String, _ says: String) {
    #expect(summary(path) == says)
  }
}

private let names: [(path: String, says: String)] = [
  ("Steinbrücke/Staffel 2/Steinbrücke - 2x03 - Die Furt.mkv", "episode | Steinbrücke | S2 | E3"),
  ("Steinbrücke - Folge 7.mp4", "episode | Steinbrücke | E7"),
  ("Steinbrücke - 2. Staffel 03.mkv", "episode | Steinbrücke | S2 | E3"),
  ("Pont de pierre/Saison 02/Pont de pierre - Épisode 4.mkv", "episode | Pont de pierre | S2 | E4"),
  (
    "Puente de piedra/Temporada 3/Puente de piedra 3x09.mkv",
    "episode | Puente de piedra | S3 | E9"
  ),
  ("Puente de piedra T03E09.mkv", "episode | Puente de piedra | S3 | E9"),
  ("Ponte di pietra/Stagione 1/Ponte di pietra - 1x02.mkv", "episode | Ponte di pietra | S1 | E2"),
  ("Ponte de pedra 4ª Temporada 1080p", "season | Ponte de pedra | S4"),
  ("Kamienny most/Sezon 5/Kamienny most odcinek 6.avi", "episode | Kamienny most | S5 | E6"),
  ("Stenbron/Säsong 2/Stenbron avsnitt 3.mkv", "episode | Stenbron | S2 | E3"),
  ("Stenbroen/Sæson 2/Stenbroen S02E03.mkv", "episode | Stenbroen | S2 | E3"),
  ("Kivisilta/Kausi 1/Kivisilta jakso 8.mkv", "episode | Kivisilta | S1 | E8"),
  ("Kőhíd/2. évad/Kőhíd S02E01.mkv", "episode | Kőhíd | S2 | E1"),
  ("Kamenný most/2. sezóna/Kamenný most díl 4.mkv", "episode | Kamenný most | S2 | E4"),
  ("Каменный мост/2 сезон/05. Брод.avi", "episode | Каменный мост | S2 | E5"),
  ("Каменный мост S02E05 WEB-DL 1080p.mkv", "episode | Каменный мост | S2 | E5"),
  ("Каменный мост (05 сер.).avi", "episode | Каменный мост | E5"),
  ("Каменный мост [02х05-07].avi", "episode | Каменный мост | S2 | E5,6,7"),
  ("石の橋 シーズン2 第3話.mkv", "episode | 石の橋 | S2 | E3"),
  ("石桥 第二季 第11集 1080p.mp4", "episode | 石桥 | S2 | E11"),
  ("石桥/第3季/04.mkv", "episode | 石桥 | S3 | E4"),
  ("돌다리 시즌 3 12화 1080p.mp4", "episode | 돌다리 | S3 | E12"),
  ("돌다리.E08.230401.1080p-NEXT.mp4", "episode | 돌다리 | E8 | 2023-04-01"),
  ("الجسر/الموسم 2/الجسر الحلقة 5.mkv", "episode | الجسر | S2 | E5"),
]
