internal import Foundation

/// The package's own executables, beside this test bundle, where the build left them.
package enum BuiltTool {
  /// The absolute path of one.
  ///
  /// - Parameter name: The product's name.
  /// - Returns: Where it is.
  /// - Throws: ``Violation`` when it was not built.
  package static func path(of name: String) throws(Violation) -> String {
    let path = "\(buildFolder)/\(name)"
    guard unsafe access(path, X_OK) == 0 else { throw Violation("no \(name) in \(buildFolder)") }
    return path
  }

  private static var buildFolder: String {
    #if os(Linux)
    let bundle = "/proc/self/exe"
    guard let real = unsafe realpath(bundle, nil) else { return "." }
    defer { unsafe free(real) }
    let path = unsafe String(cString: real)
    return (path as NSString).deletingLastPathComponent
    #else
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    return bundle.bundleURL.deletingLastPathComponent().path
    #endif
  }
}
