/** Names of boxes that draw attention, in generators and themes, and GitHub's name for each. */
const alerts: ReadonlyMap<string, string> = new Map([
  ['note', 'NOTE'],
  ['info', 'NOTE'],
  ['notice', 'NOTE'],
  ['tip', 'TIP'],
  ['hint', 'TIP'],
  ['success', 'TIP'],
  ['important', 'IMPORTANT'],
  ['warning', 'WARNING'],
  ['warn', 'WARNING'],
  ['attention', 'WARNING'],
  ['caution', 'CAUTION'],
  ['danger', 'CAUTION'],
  ['error', 'CAUTION'],
  ['failure', 'CAUTION'],
  ['bug', 'CAUTION'],
])

export function alertNamed(name: string): string | undefined {
  return alerts.get(name.toLowerCase())
}
