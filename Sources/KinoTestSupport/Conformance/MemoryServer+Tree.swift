import KinoConformance
import KinoCore
internal import Synchronization

extension MemoryServer {
  func add(_ node: TreeNode) {
    switch node.kind {
    case .file(let bytes):
      source.addFile(node.path, size: Int64(bytes.count))
      write(bytes, at: node.path)
    case .sparse(let size):
      source.addFile(node.path, size: size)
      state.withLock { $0.sparse[node.path] = size }
    case .directory: source.addDirectory(node.path)
    case .link: source.add(.symlink, at: node.path)
    case .pipe: source.add(.other, at: node.path)
    case .hardLink(let existing):
      source.addFile(node.path)
      if let entry = source.entry(at: existing) {
        source.update(node.path) { other in
          other = entry
          other.name = node.path.lastComponent ?? other.name
        }
      }
    }
    source.update(node.path) { entry in
      if let modifiedAt = node.modifiedAt { entry.modifiedAt = modifiedAt }
      if entry.name.bytes.first == UInt8(ascii: ".") { entry.flags.insert(.hidden) }
    }
  }

  func apply(_ change: TreeChange) {
    switch change {
    case .add(let node): add(node)
    case .write(let path, let bytes): write(bytes, at: path)
    case .replace(let path, let bytes):
      source.remove(path)
      add(TreeNode(path, .file(bytes)))
    case .remove(let path): source.remove(path)
    case .move(let path, let destination): source.move(path, to: destination)
    case .touch(let path, let moment): source.update(path) { $0.modifiedAt = moment }
    }
  }

  private func write(_ bytes: [UInt8], at path: SourcePath) {
    source.setContent(bytes, at: path)
    guard let id = source.entry(at: path)?.stableID else { return }
    state.withLock { $0.versions[id, default: 0] += 1 }
  }

  /// An entry as the server describes it now.
  func described(_ entry: SourceEntry, at path: SourcePath) -> SourceEntry {
    var entry = entry
    if let id = entry.stableID {
      entry.etag = Array("v\(state.withLock { $0.versions[id, default: 0] })".utf8)
    }
    if has(.withholdAttributes) {
      entry.size = nil
      entry.modifiedAt = nil
    }
    if has(.otherVolume(path)) { entry.flags.insert(.mountBoundary) }
    return entry
  }

  /// What a sparse file holds at an offset.
  func sparseContent(of path: SourcePath, at offset: Int64, count: Int) -> [UInt8]? {
    guard let size = state.withLock({ $0.sparse[path] }) else { return nil }
    let end = min(size, offset + Int64(count))
    let start = size - Int64(TreeNode.sparseEnd.count)
    return (offset..<max(offset, end)).map { $0 < start ? 0 : TreeNode.sparseEnd[Int($0 - start)] }
  }
}
