const closing: (() => unknown)[] = []

/**
 * Closes something after the current test file. An `afterAll` in a shared module would run for one file only, because modules stay
 * loaded for the next.
 */
export function afterFile(close: () => unknown): void {
  closing.push(close)
}

export async function closeAll(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()))
}
