/**
 * The folders that addresses such as `/img/x.png` lead into, where those that are known have not what posts show: each is where the most of it
 * is that is still missing.
 */
export function furtherRoots(
  bodies: readonly string[],
  paths: readonly string[],
  known: readonly string[],
): string[] {
  const files = new Set(paths)
  const byName = new Map<string, string[]>()
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const alike = byName.get(name)
    if (alike) alike.push(path)
    else byName.set(name, [path])
  }
  const isBelow = (root: string, address: string) => files.has(root === '.' ? address : `${root}/${address}`)
  let missing = [...addressesIn(bodies)].filter((address) => !known.some((root) => isBelow(root, address)))
  const found: string[] = []
  while (found.length < mostRoots) {
    const counts = new Map<string, number>()
    for (const address of missing) {
      const name = address.slice(address.lastIndexOf('/') + 1)
      for (const path of byName.get(name) ?? []) {
        if (!path.endsWith(`/${address}`)) continue
        const root = path.slice(0, -address.length - 1)
        counts.set(root, (counts.get(root) ?? 0) + 1)
      }
    }
    const [best] = [...counts].sort(([a, n], [b, m]) => m - n || a.length - b.length || (a < b ? -1 : 1))
    if (!best) break
    const [root] = best
    found.push(root)
    missing = missing.filter((address) => !isBelow(root, address))
  }
  return found
}

const mostRoots = 3

/** Pictures and other files that are shown by an address from the top of the site, without the first slash. */
function addressesIn(bodies: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const body of bodies)
    for (const [, address = ''] of body.matchAll(
      /(?:\]\(|=["']|^\w+:[ \t]*["']?)\/([^\s"'()<>?#]+\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf))/gim,
    ))
      found.add(address)
  return found
}
