/**
 * What pages load is at an address that is named after its bytes, and so never changes. All such addresses are in one folder, because a
 * static host is told of them by one rule.
 */
export const versionFolder = '/_files/'

/** `digest` is of the bytes, and `path` where the file is found as it is now. */
export function versionPath(digest: string, path: string): string {
  return versionFolder + digest + path
}

/** The other way round: where the file is found as it is now, whatever version of it is asked for. */
export function currentPath(path: string): string | undefined {
  if (!path.startsWith(versionFolder)) return undefined
  return /^[\da-f]{16}(\/.+)$/.exec(path.slice(versionFolder.length))?.[1]
}
