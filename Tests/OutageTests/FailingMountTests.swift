import KinoCore
import KinoTestTools
import Testing

/// The failure table over a mount whose file system itself fails (FUSE), in the product's own scans.
@Suite(
  "Mounts that fail",
  .enabled(if: Tier.canMount, "mounting takes root"),
  .enabled(if: Tier.hasFUSE, "there is no /dev/fuse: this kernel or container has no FUSE")
)
struct FailingMountTests {
  private let script = MountScript()

  /// `show` mounts what lies in `SEED`; `fail FAULT PATTERN` replaces the rules it fails by.
  private static let prelude = """
    RULES="$OUT/rules"
    : >"$RULES"
    cc -Wall -Wextra -Werror -o "$OUT/failing-mount" "$SOURCE" $(pkg-config --cflags --libs fuse3)
    show() { "$OUT/failing-mount" "$SEED" "$TREE" "$RULES"; }
    fail() { echo "$1 $2" >"$RULES"; }
    heal() { : >"$RULES"; }
    trap 'umount -l "$TREE" || true' EXIT
    show
    scan first
    cp -a "$DB" "$OUT/before"

    """

  /// Runs a script over 29 films and 4 series that were scanned.
  private func run(_ body: String) async throws -> LibraryContents {
    let seed = try script.tree("seed")
    try seed.addFilms(1..<30)
    try seed.addShows(1..<5)
    let source = #filePath.replacing("FailingMountTests.swift", with: "failing-mount.c")
    let script = script
    try await onThread { try script.run(Self.prelude + body, ["SOURCE": source]) }
    let first = try script.kept("first")
    #expect(first.exit == .code(0), "\(first.text)")
    return try script.contents("out/before")
  }

  /// Expects a scan that failed for the source's sake, and a library that is as it was.
  private func expectOffline(
    _ scan: String,
    _ library: String,
    since before: LibraryContents
  ) throws {
    let failed = try script.kept(scan)
    #expect(failed.exit == .code(3), "\(failed.text)")
    #expect(failed.report?.state == "failed")
    expectUntouched(try script.contents(library), since: before)
  }

  @Test("a directory that answers EIO keeps all it had, and the rest reconciles")
  func directory() async throws {
    let before = try await run(
      """
      rm -r "$SEED/Films/Film 2 (1952)/Film 2.nfo" "$SEED/Films/Film 3 (1953)"
      fail list '/Films/Film 2 *'
      scan failing
      """
    )
    let failing = try script.kept("failing")
    #expect(failing.exit == .code(0), "\(failing.text)")
    #expect(failing.report?.unreachableDirectories == 1)
    let now = try script.contents("library")
    let gone = before.present.filter { $0.key.hasPrefix("Films/Film 3 ") }
    #expect(gone.count == 4)
    #expect(now.missing == gone.keys.sorted())
    #expect(now.present.count == before.present.count - gone.count)
    #expect(now.present.allSatisfy { before.present[$0.key] == $0.value })
  }

  @Test("a listing that breaks off with EIO makes nothing absent, and the rest reconciles")
  func brokenOff() async throws {
    let before = try await run(
      """
      rm -r "$SEED/Films/Film 3 (1953)" "$SEED/Series/Show 1/tvshow.nfo"
      fail middle /Films
      scan failing
      cp -a "$DB" "$OUT/failing"
      heal
      scan healed
      """
    )
    let failing = try script.kept("failing")
    #expect(failing.exit == .code(0), "\(failing.text)")
    #expect(failing.report?.unreachableDirectories == 1)
    let now = try script.contents("out/failing")
    #expect(now.missing == ["Series/Show 1/tvshow.nfo"])
    #expect(now.present.count == before.present.count - 1)
    #expect(now.present.allSatisfy { before.present[$0.key] == $0.value })
    #expect(try script.kept("healed").exit == .code(0))
    #expect(try script.contents("library").missing.count == 5)
  }

  @Test(
    "an entry that is listed and cannot be looked at keeps what it had, as does what its directory lacks",
    arguments: ["stat", "gone"],
    ["/Films/Film 2 (1952)/Film 2.mkv", "/Films/Film 4 (1954)"]
  )
  func entry(_ fault: String, _ path: String) async throws {
    let before = try await run(
      """
      rm -r "$SEED/Films/Film 2 (1952)/Film 2.nfo" "$SEED/Films/Film 3 (1953)"
      fail \(fault) '\(path)'
      scan failing
      cp -a "$DB" "$OUT/failing"
      heal
      scan healed
      """
    )
    let failing = try script.kept("failing")
    #expect(failing.exit == .code(0), "\(failing.text)")
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    #expect(failing.report?.unreachable == [folder], "\(failing.text)")
    // The directory that cannot tell all of its entries keeps what it lacks; the other loses it.
    let lost = path.hasSuffix(".mkv") ? "Films/Film 3 (1953)/" : "Films/Film 2 (1952)/Film 2.nfo"
    let gone = before.present.filter { $0.key.hasPrefix(lost) }
    let now = try script.contents("out/failing")
    #expect(now.missing == gone.keys.sorted())
    #expect(now.present.count == before.present.count - gone.count)
    #expect(now.present.allSatisfy { before.present[$0.key] == $0.value })
    #expect(try script.kept("healed").exit == .code(0))
    #expect(try script.contents("library").missing.count == 5)
  }

  @Test(
    "a root that answers EIO, or only failures in a row, changes nothing",
    arguments: ["stat /", "list /", "middle /", "list /Films/*", "stat /*"]
  )
  func everything(_ rule: String) async throws {
    let before = try await run(
      """
      rm -r "$SEED/Films/Film 3 (1953)"
      echo '\(rule)' >"$RULES"
      scan failing
      cp -a "$DB" "$OUT/failing"
      heal
      scan healed
      """
    )
    try expectOffline("failing", "out/failing", since: before)
    #expect(try script.kept("healed").exit == .code(0))
    #expect(try script.contents("library").missing.count == 4)
  }

  @Test("a mount that dies while it is scanned, and stays dead, changes nothing")
  func dead() async throws {
    let before = try await run(
      """
      rm -r "$SEED/Films/Film 3 (1953)"
      fail die '/Series/Show 2'
      scan dying
      cp -a "$DB" "$OUT/dying"
      ! ls "$TREE" 2>"$OUT/ls"
      grep -q 'not connected' "$OUT/ls"
      scan dead
      cp -a "$DB" "$OUT/dead"
      umount -l "$TREE"
      scan unmounted
      cp -a "$DB" "$OUT/unmounted"
      heal
      show
      scan back
      """
    )
    for name in ["dying", "dead", "unmounted"] {
      try expectOffline(name, "out/\(name)", since: before)
    }
    let back = try script.kept("back")
    #expect(back.exit == .code(0), "\(back.text)")
    let now = try script.contents("library")
    #expect(now.missing.count == 4)
    #expect(now.missing.allSatisfy { $0.hasPrefix("Films/Film 3 ") })
  }
}
