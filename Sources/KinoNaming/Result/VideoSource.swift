/// The family of sources that a picture comes from.
public enum VideoSource: String, Hashable, Sendable, CaseIterable {
  case web, bluray, dvd, hddvd, tv, hdrip, screener, cam, telesync, telecine, vhs, workprint
  case laserdisc
}
