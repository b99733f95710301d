import Testing

@testable import KinoStorage

/// Expects that nothing is wrong with a library.
func expectSound(
  _ fixture: LibraryFixture,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let violations = try await LibraryVerifier(database: fixture.library).verify()
  #expect(violations == [], sourceLocation: sourceLocation)
}
