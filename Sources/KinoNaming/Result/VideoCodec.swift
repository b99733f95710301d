/// How a picture is coded.
public enum VideoCodec: String, Hashable, Sendable, CaseIterable {
  case h264, h265, h266, xvid, divx, mpeg2, mpeg4, vc1, vp7, vp8, vp9, av1, wmv, h263, realvideo
}
