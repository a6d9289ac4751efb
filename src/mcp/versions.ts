/** The version in which a request says all about itself; before it, a client begins with `initialize`. */
export const statelessVersion = '2026-07-28'

/** Newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** What a handshake-era client speaks that does not say so; the only version that has batches. */
export const assumedVersion = '2025-03-26'

export const protocolVersions: readonly string[] = [statelessVersion, ...handshakeVersions]
