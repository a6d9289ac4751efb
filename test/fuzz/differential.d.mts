export interface Compared {
  readonly streams: number
  readonly messages: number
  readonly answers: number
  readonly bytewise: number
  readonly differences: readonly string[]
}

export function differential(options: {
  readonly seed: number
  readonly messages: number
  readonly from?: number
  readonly sockets?: number
  readonly progress?: (sent: number) => void
}): Promise<Compared>
