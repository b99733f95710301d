/// Why a URL is not taken.
///
/// The messages are fixed: none repeats a part of a URL, which may hold a password.
enum SourceURLError: Error, Hashable, Sendable, CaseIterable {
  case password
  case user
  case host
  case port
  case percent
  case parentFolder
  case separatorInName
  case fragment
  case query
  case slashes
  case noScheme

  /// What is wrong, and how to write it.
  var message: String {
    switch self {
    case .password:
      "a URL with a password in it is not taken, as others can read the command line:"
        + " use --user with --password-stdin or --credential-file"
    case .user: "the user in the URL is no text; name it with --user"
    case .host:
      "the URL names no valid host; an IPv6 address stands in brackets, other names are ASCII"
    case .port: "the URL's port is no number between 1 and 65535"
    case .percent: "a % in the URL is not followed by two hexadecimal digits; write %25 for a %"
    case .parentFolder: "the URL leads through '..'; name the folder itself"
    case .separatorInName: "a name in the URL holds a slash or a zero byte, which none can"
    case .fragment: "the URL has a '#'; write %23 for one in a name"
    case .query:
      "the URL has a '?' that names no setting of its scheme; write %3F for one in a name"
    case .noScheme:
      "a URL begins with its scheme, with nothing before it: https://HOST/PATH; write ./ before the"
        + " name of a folder"
    case .slashes: "a URL has two slashes behind its scheme; write ./ before the name of a folder"
    }
  }
}
