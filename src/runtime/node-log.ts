import type { RequestLog } from './node.ts'

/** One line of JSON for each request, on standard output. */
export function printEntry(entry: RequestLog): void {
  process.stdout.write(`${JSON.stringify({ ...entry, ms: Number(entry.ms.toFixed(3)) })}\n`)
}
