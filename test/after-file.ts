const closing: (() => unknown)[] = []

/**
 * What a file of tests has started or made ends with it. A hook of the module that made it would do so for one file only: modules stay
 * loaded for the next.
 */
export function afterFile(close: () => unknown): void {
  closing.push(close)
}

export async function closeAll(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()))
}
