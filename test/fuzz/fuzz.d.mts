export interface Outcome {
  readonly sent: number
  readonly statuses: ReadonlyMap<number, number>
  readonly violations: readonly string[]
  readonly before: number
  readonly after: number
}

export function fuzz(options: {
  readonly seed: number
  readonly count: number
  readonly lane?: boolean
  readonly from?: number
  readonly sockets?: number
  /** The program that runs the server; by default this Node. */
  readonly runtime?: string
  readonly progress?: (sent: number) => void
}): Promise<Outcome>
