extension Lexicon {
  /// Resolutions that are words; those with digits and a `p` are read by their shape.
  mutating func addResolutions() {
    add(.resolution, 0, strong: true, "4k,uhd 4k,4k uhd,2160px")
    add(.resolution, 1, strong: true, "8k")
    add(.resolution, 2, strong: true, "uhd,ultra hd,ultrahd")
    add(.resolution, 3, strong: true, "fhd,full hd,fullhd")
    add(.resolution, 4, strong: false, "qhd,2k")
  }

  /// The heights of the values above.
  static let namedHeights = [2160, 4320, 2160, 1080, 1440]

  mutating func addCodecs() {
    func code(_ codec: VideoCodec) -> UInt8 { Self.index(codec, VideoCodec.allCases) }
    add(
      .codec,
      code(.h264),
      strong: true,
      "h264,x264,avc,h 264,x 264,h 264avc,avchd,hi10p,hi10,hi422p"
    )
    add(.codec, code(.h264), strong: true, "264,h264 avc,h264avc,avc1")
    add(.codec, code(.h265), strong: true, "h265,x265,hevc,h 265,x 265,hevc10,hevc10bit,265,hevc8")
    add(.codec, code(.h266), strong: true, "h266,x266,vvc,h 266,x 266")
    add(.codec, code(.xvid), strong: true, "xvid,xvid hd,xvidhd")
    add(.codec, code(.divx), strong: true, "divx,divx5,divx6,divx3,dvix")
    add(.codec, code(.mpeg2), strong: true, "mpeg2,mpeg 2,h262,x262,h 262,m2v,mpeg2video")
    add(.codec, code(.mpeg4), strong: true, "mpeg4,mpeg 4")
    add(.codec, code(.vc1), strong: true, "vc1,vc 1")
    add(.codec, code(.vp7), strong: true, "vp7")
    add(.codec, code(.vp8), strong: true, "vp8,vp80")
    add(.codec, code(.vp9), strong: true, "vp9")
    add(.codec, code(.av1), strong: true, "av1")
    add(.codec, code(.wmv), strong: false, "wmv,wmv9,wmv hd")
    add(.codec, code(.h263), strong: true, "h263,x263,h 263")
    add(.codec, code(.realvideo), strong: true, "rv10,rv13,rv15,rv20,rv30,rv40,rv9,realvideo")
  }

  /// The place of a case in its list.
  static func index<Value: Equatable>(_ value: Value, _ all: [Value]) -> UInt8 {
    UInt8(all.firstIndex(of: value) ?? 0)
  }
}
