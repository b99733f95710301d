import KinoCore

/// The folders that sites are built in, below one that the server serves.
///
/// Whatever is left is removed by ``end()``, also while checks that were given up still go on.
actor ServerTree {
  private let parent: String
  private let settling: Duration
  private var folders: [String: TreeFolder] = [:]
  private var isOver = false

  /// Prepares to build below a folder, whose server shows changes only after a while.
  init(in parent: String, settling: Duration) {
    self.parent = parent
    self.settling = settling
  }

  /// Makes a folder with a name of its own, and a tree in it.
  ///
  /// - Returns: The folder.
  /// - Throws: ``NotRun`` when the tree can not be built there.
  func build(_ tree: [TreeNode]) async throws(NotRun) -> TreeFolder {
    try checkOpen()
    let folder = try TreeFolder(in: parent)
    folders[folder.path] = folder
    do throws(NotRun) {
      try folder.build(tree)
    } catch {
      remove(folder)
      throw error
    }
    await settle()
    return folder
  }

  /// Does something to a folder, unless all is over.
  func change(_ folder: TreeFolder, _ body: @Sendable (TreeFolder) throws(NotRun) -> Void)
    async throws(NotRun)
  {
    try checkOpen()
    try body(folder)
    await settle()
  }

  /// Removes a folder; one that stays is tried again by ``end()``.
  func remove(_ folder: TreeFolder) {
    if folder.delete() { folders[folder.path] = nil }
  }

  /// Removes every folder that is left; none is made from then on.
  ///
  /// - Returns: The paths of those that can not be removed.
  func end() -> [String] {
    isOver = true
    folders = folders.filter { !$0.value.delete() }
    return folders.keys.sorted()
  }

  private func settle() async {
    if settling > .zero { try? await Task.sleep(for: settling) }
  }

  private func checkOpen() throws(NotRun) {
    guard !isOver else { throw NotRun("the run was ended") }
  }
}
