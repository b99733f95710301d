import KinoCore
import KinoTestTools
import Testing

/// Disks that go away, fill up or may not be written, by real mounts; needs root.
@Suite("Mounts", .enabled(if: Tier.canMount, "mounting takes root"))
struct MountTests {
  private let script = MountScript()

  @Test("an unmounted disk that leaves an empty directory changes nothing")
  func unmounted() async throws {
    try script.tree("seed").addFilms(1..<20)
    try await onThread {
      try script.run(
        """
        mount -t tmpfs none "$TREE"
        cp -a "$SEED/." "$TREE/"
        scan first
        cp -a "$DB" "$OUT/before"
        umount "$TREE"
        scan gone
        cp -a "$DB" "$OUT/gone"
        mount -t tmpfs none "$TREE"
        scan empty
        cp -a "$DB" "$OUT/empty"
        cp -a "$SEED/." "$TREE/"
        scan back
        """
      )
    }
    #expect(try script.kept("first").exit == .code(0))
    let before = try script.contents("out/before")
    #expect(before.present.count == 76)
    for name in ["gone", "empty"] {
      let scan = try script.kept(name)
      #expect(scan.exit == .code(3), "\(name): \(scan.text)")
      #expect(scan.report?.error?.kind == SourceError.Kind.sourceMissing.rawValue)
      expectUntouched(try script.contents("out/\(name)"), since: before)
    }
    let back = try script.kept("back")
    #expect(back.exit == .code(0), "\(back.text)")
    #expect(back.report?.missing == 0)
    let now = try script.contents("library")
    #expect(now.present.mapValues(\.uid) == before.present.mapValues(\.uid))
  }

  @Test("a disk mounted within the source that is gone holds its removals")
  func innerMount() async throws {
    let seed = try script.tree("seed")
    try seed.addFilms(1..<4)
    try script.tree("tree").addShows(1..<5)
    try await onThread {
      try script.run(
        """
        mkdir "$TREE/Disk"
        mount -t tmpfs none "$TREE/Disk"
        cp -a "$SEED/." "$TREE/Disk/"
        scan first
        cp -a "$DB" "$OUT/before"
        umount "$TREE/Disk"
        scan gone
        """
      )
    }
    #expect(try script.kept("first").exit == .code(0))
    let before = try script.contents("out/before")
    #expect(before.present.keys.contains { $0.hasPrefix("Disk/") })
    let gone = try script.kept("gone")
    #expect(gone.exit == .code(4), "\(gone.text)")
    #expect(gone.report?.missing == 0)
    let now = try script.contents("library")
    #expect(now.missing.isEmpty)
    #expect(now.present.mapValues(\.uid) == before.present.mapValues(\.uid))
  }

  @Test("a disk that is gone from a folder that was renamed meanwhile holds its removals")
  func innerMountBelowRename() async throws {
    let seed = try script.tree("seed")
    try seed.addFilms(1..<3)
    let tree = try script.tree("tree")
    try tree.addShows(1..<5)
    try tree.addFilms(40..<50)
    try await onThread {
      try script.run(
        """
        mkdir -p "$TREE/Shelf/Disk"
        mount -t tmpfs none "$TREE/Shelf/Disk"
        cp -a "$SEED/." "$TREE/Shelf/Disk/"
        scan first
        cp -a "$DB" "$OUT/before"
        umount "$TREE/Shelf/Disk"
        mv "$TREE/Shelf" "$TREE/Cupboard"
        scan gone
        cp -a "$DB" "$OUT/gone"
        mount -t tmpfs none "$TREE/Cupboard/Disk"
        cp -a "$SEED/." "$TREE/Cupboard/Disk/"
        scan back
        """
      )
    }
    #expect(try script.kept("first").exit == .code(0))
    let before = try script.contents("out/before")
    let gone = try script.kept("gone")
    #expect(gone.exit == .code(4), "\(gone.text)")
    #expect(gone.report?.missing == 0)
    let uids = Set(before.present.values.compactMap(\.uid))
    for folder in ["out/gone", "library"] {
      let now = try script.contents(folder)
      #expect(now.missing.isEmpty)
      #expect(Set(now.present.values.compactMap(\.uid)) == uids)
      #expect(now.held.isEmpty == (folder == "library"))
    }
    #expect(try script.kept("back").exit == .code(0))
  }

  /// KiB that are left on the disk when a scan begins.
  private static let rooms = [
    0, 8, 16, 32, 64, 128, 192, 256, 384, 512, 768, 1_024, 1_536, 2_048, 3_072, 4_096,
  ]

  @Test("a full disk at any moment leaves the library as it was, and room lets it go on")
  func diskFull() async throws {
    let before = try await scanWithLittleRoom()
    let last = try script.contents("out/again-\(Self.rooms[0])")
    let after = LibrarySnapshot(last, before: before)
    #expect(last.present.count == 418 * 4)
    #expect(last.missing.count == 4)
    var ends: Set<String> = []
    for room in Self.rooms {
      let full = try script.kept("full-\(room)")
      let snapshot = LibrarySnapshot(try script.contents("out/full-\(room)"), before: before)
      if full.report?.state == "completed" {
        #expect(snapshot == after, "\(room) KiB: \(snapshot.difference(from: after))")
        ends.insert("completed")
      } else {
        #expect(full.exit == .code(1), "\(room) KiB: \(full.text)")
        #expect(full.report?.error?.kind == "diskFull", "\(room) KiB: \(full.text)")
        #expect(snapshot == LibrarySnapshot(before, before: before), "\(room) KiB")
        ends.insert("diskFull")
      }
      let again = try script.kept("again-\(room)")
      #expect(again.exit == .code(0), "\(room) KiB, then room: \(again.text)")
      let repaired = LibrarySnapshot(try script.contents("out/again-\(room)"), before: before)
      #expect(repaired == after, "\(room) KiB, then room: \(repaired.difference(from: after))")
    }
    #expect(ends == ["completed", "diskFull"])
  }

  /// Scans a changed tree with each of the rooms, and again with room enough.
  ///
  /// - Returns: What the library held before.
  private func scanWithLittleRoom() async throws -> LibraryContents {
    let tree = try script.tree("tree")
    try tree.addFilms(1..<20)
    let first = ScanLocal(
      root: tree.path,
      database: script.workspace.file("seed"),
      log: script.workspace.file("first")
    )
    #expect(try await onThread { try first.run() }.exit == .code(0))
    try tree.addFilms(20..<420)
    try tree.move("Films/Film 3 (1953)", to: "Films/Moved")
    try tree.remove("Films/Film 4 (1954)")
    try await onThread {
      try script.run(
        """
        mount -t tmpfs -o size=16m none "$DB"
        for room in \(Self.rooms.map(String.init).joined(separator: " ")); do
          rm -rf "$DB"/*
          cp -a "$SEED/." "$DB/"
          free=$(df --output=avail -k "$DB" | tail -n 1)
          head -c "$((free - room))K" /dev/zero >"$DB/ballast"
          scan "full-$room"
          mkdir "$OUT/full-$room"
          cp -a "$DB"/library* "$OUT/full-$room/"
          rm "$DB/ballast"
          scan "again-$room"
          mkdir "$OUT/again-$room"
          cp -a "$DB"/library* "$OUT/again-$room/"
        done
        """
      )
    }
    return try script.contents("seed")
  }

  @Test("a library that may not be written is refused as such, byte for byte the same")
  func readOnly() async throws {
    try script.tree("tree").addFilms(1..<5)
    try await onThread {
      try script.run(
        """
        scan first
        cksum "$DB"/library.sqlite* >"$OUT/sums"
        mount --bind "$DB" "$DB"
        mount -o remount,bind,ro "$DB"
        scan refused
        cksum "$DB"/library.sqlite* >"$OUT/sums-after"
        cmp "$OUT/sums" "$OUT/sums-after"
        """
      )
    }
    #expect(try script.kept("first").exit == .code(0))
    let refused = try script.kept("refused")
    #expect(refused.exit == .code(1), "\(refused.text)")
    #expect(refused.report?.error?.kind == "readOnly")
  }

  @Test("a directory that this user may not read keeps all it had, and the rest reconciles")
  func unreadable() async throws {
    let tree = try script.tree("tree")
    try tree.addFilms(1..<30)
    try await onThread {
      try script.run(
        """
        chmod 755 "${OUT%/out}" "$TREE"
        chown -R 65534:65534 "$DB"
        cp "$SCAN" "$OUT/scan-local"
        chmod 755 "$OUT" "$OUT/scan-local"
        scan_as_nobody() {
          code=0
          setpriv --reuid=65534 --regid=65534 --clear-groups \\
            "$OUT/scan-local" "$TREE" --database "$DB" --json --quiet >"$OUT/$1.json" || code=$?
          echo "$code" >"$OUT/$1.exit"
        }
        scan_as_nobody first
        cp -a "$DB" "$OUT/before"
        chmod 000 "$TREE/Films/Film 2 (1952)"
        rm -r "$TREE/Films/Film 3 (1953)"
        scan_as_nobody unreadable
        cp -a "$DB" "$OUT/unreadable"
        chmod 000 "$TREE"
        scan_as_nobody root
        chmod 755 "$TREE"
        """
      )
    }
    #expect(try script.kept("first").exit == .code(0))
    let before = try script.contents("out/before")
    let scan = try script.kept("unreadable")
    #expect(scan.exit == .code(0), "\(scan.text)")
    #expect(scan.report?.unreachableDirectories == 1)
    let now = try script.contents("out/unreadable")
    #expect(now.missing.count == 4)
    #expect(now.missing.allSatisfy { $0.hasPrefix("Films/Film 3 ") })
    #expect(before.present.count - now.present.count == 4)
    let root = try script.kept("root")
    #expect(root.exit == .code(3), "\(root.text)")
    #expect(try script.contents("library").present == now.present)
  }
}
