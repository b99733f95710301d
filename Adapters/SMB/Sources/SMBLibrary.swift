internal import CKinoSMB
import KinoCore

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// libsmbclient in this process, prepared once.
struct SMBLibrary: Sendable {
  /// Whether connections may be used at the same time.
  let isParallel: Bool

  /// Prepares the library, the first time.
  ///
  /// - Throws: ``KinoCore/SourceError``: `unsupported` when it can not be used here.
  static func prepared() throws(SourceError) -> SMBLibrary {
    guard let shared else { throw SourceError(.unsupported, scope: .root) }
    return shared
  }

  /// What of its settings matters to a client, instead of what the machine's smb.conf says.
  ///
  /// Signatures are required: a guest, who has no key, is exempt, and a server that makes a user its
  /// guest is refused.
  private static let settings = """
    [global]
      workgroup = WORKGROUP
      netbios name = KINOTHEK
      disable netbios = yes
      name resolve order = host
      unix charset = UTF-8
      log level = 0
      client min protocol = SMB2_02
      client max protocol = SMB3_11
      client ipc min protocol = SMB2_02
      client ipc max protocol = SMB3_11
      client signing = required
      client ipc signing = required
      client smb encrypt = default
      client use spnego = yes
      client ntlmv2 auth = yes
      client lanman auth = no
      client plaintext auth = no
      socket options = TCP_NODELAY TCP_KEEPINTVL=\(KINO_SMB_MARK)

    """

  private static let shared: SMBLibrary? = {
    var path = Array("/tmp/kino-smb-XXXXXX".utf8CString)
    let file = unsafe mkstemp(&path)
    guard file >= 0 else { return nil }
    defer {
      _ = unsafe unlink(path)
      close(file)
    }
    let bytes = Array(settings.utf8)
    guard unsafe write(file, bytes, bytes.count) == bytes.count else { return nil }
    return switch unsafe kino_smb_prepare(path) {
    case KINO_SMB_PARALLEL: SMBLibrary(isParallel: true)
    case KINO_SMB_SERIAL: SMBLibrary(isParallel: false)
    default: nil
    }
  }()
}
