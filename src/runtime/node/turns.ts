import type { NeedsTime, RequestFacts } from '../../answer/request.ts'
import { guarded } from './guard.ts'

/** What a client's turn allows: sealed answers only, one piece of work, or a refusal. Spread over the facts of its request. */
export type Turn = Pick<RequestFacts, 'mayWork' | 'progress' | 'messageError'>
export const sealedOnly: Turn = { mayWork: false }

export interface Client {
  /** The remote address. Behind a proxy, all clients have the same. */
  readonly peer: string
  /** It has closed its side of the connection. It may still read the answer, or have left. */
  readonly hasEnded: boolean
  /** What it waits for. Set when its work is added. */
  need: NeedsTime | undefined
  takeTurn(turn: Turn): void
  destroy(): void
}

const takeTurn = guarded(
  (client: Client, turn: Turn) => client.takeTurn(turn),
  (client) => client.destroy(),
)

/** Deno looks at the network less often between immediates. */
const nextTurn: (run: () => void) => unknown = 'Deno' in globalThis ? setTimeout : setImmediate
/** Searches and tool calls take a few milliseconds each, so the last of these waits for some seconds. */
const queuedWork = 1024
/** Of batches that are not complete. */
const queuedBytes = 2 ** 24
const answersAtOnce = 16
const maxPostponedTurns = 100
/** Less than one costly answer takes, so that a turn has at most one. */
const workMs = 2

/**
 * Schedules answers fairly. A client's first message is answered at once if its answer is sealed; pipelined messages and work wait here.
 * Each turn of the event loop answers a few pipelined messages, spends a moment on cheap work, such as near matches and first
 * compressions, and then does costly work: a search or a tool call. So none of them delays what costs less.
 */
export class Turns {
  readonly #pipelined: Client[] = []
  readonly #cheap = new Circle()
  readonly #costly = new Circle()
  /** Costly work of clients that have closed their side. Most have left, which shows only when they get an answer. */
  readonly #ended = new Circle()
  readonly #refused = new Circle()
  readonly #limit: number
  #scheduled = false
  /** Whether a client connected since the last turn, which postpones work. */
  #hasNewConnection = false
  #postponedTurns = 0

  /** At most `limit` clients wait for costly work, with a limited part of their answers. Over it, the peer that has the most loses one. */
  constructor(limit: number = queuedWork) {
    this.#limit = limit
  }

  add(client: Client): void {
    this.#pipelined.push(client)
    this.#schedule()
  }

  addWork(client: Client, need: NeedsTime): void {
    const [costly, ended] = [this.#costly, this.#ended]
    client.need = need
    if (need.operation === undefined) this.#cheap.add(client)
    else costly.add(client)
    while (costly.size + ended.size > this.#limit) this.#refuse(ended.size > 0 ? ended : costly, 'clients')
    while (costly.bytes + ended.bytes > queuedBytes) this.#refuse(ended.bytes > 0 ? ended : costly, 'bytes')
    this.#schedule()
  }

  #refuse(circle: Circle, load: 'clients' | 'bytes'): void {
    const client = circle.dropFromBusiest(load)
    if (client) this.#refused.add(client)
  }

  /** Drops the work of a client that has left. */
  delete(client: Client): void {
    for (const circle of [this.#cheap, this.#costly, this.#ended, this.#refused]) circle.delete(client)
  }

  /** The event loop accepts one connection per turn, so turns stay short while more may be in the backlog. */
  connectionOpened(): void {
    this.#hasNewConnection = true
  }

  get #isEmpty(): boolean {
    const work = this.#cheap.size + this.#costly.size + this.#ended.size + this.#refused.size
    return this.#pipelined.length + work === 0
  }

  #schedule(): void {
    if (this.#scheduled || this.#isEmpty) return
    this.#scheduled = true
    nextTurn(() => {
      this.#scheduled = false
      for (const client of this.#pipelined.splice(0, answersAtOnce)) takeTurn(client, sealedOnly)
      for (let count = 0; count < answersAtOnce; count++) {
        const client = this.#refused.next()
        if (client) takeTurn(client, { messageError: 'overloaded' })
      }
      if (!this.#postponesWork()) this.#doWork()
      this.#schedule()
    })
  }

  #postponesWork(): boolean {
    const postpones = this.#hasNewConnection && this.#postponedTurns < maxPostponedTurns
    this.#hasNewConnection = false
    this.#postponedTurns = postpones ? this.#postponedTurns + 1 : 0
    return postpones
  }

  /** Each kind gets at least one turn, so that a flood of one cannot stop the other. */
  #doWork(): void {
    const end = performance.now() + workMs
    for (const next of [() => this.#cheap.next(), () => this.#nextCostly()]) {
      do {
        const client = next()
        if (client === undefined) break
        takeTurn(client, { mayWork: true, progress: client.need?.progress })
      } while (performance.now() < end)
    }
  }

  #nextCostly(): Client | undefined {
    for (let client = this.#costly.next(); client; client = this.#costly.next()) {
      if (!client.hasEnded) return client
      this.#ended.add(client)
    }
    return this.#ended.next()
  }
}

/** Waiting clients, in a circle over their peers, then over the clients of each: more connections or messages get no more turns. */
class Circle {
  readonly #byPeer = new Map<string, Set<Client>>()
  size = 0
  bytes = 0

  add(client: Client): void {
    const clients = this.#byPeer.get(client.peer) ?? new Set()
    this.#byPeer.set(client.peer, clients.add(client))
    this.size++
    this.bytes += heldBytes(client)
  }

  delete(client: Client): void {
    const clients = this.#byPeer.get(client.peer)
    if (!clients?.delete(client)) return
    this.size--
    this.bytes -= heldBytes(client)
    if (clients.size === 0) this.#byPeer.delete(client.peer)
  }

  next(): Client | undefined {
    const [[peer, clients] = []] = this.#byPeer
    const [client] = clients ?? []
    if (peer === undefined || clients === undefined || client === undefined) return undefined
    this.delete(client)
    if (clients.size > 0) {
      // Moves to the end of the circle.
      this.#byPeer.delete(peer)
      this.#byPeer.set(peer, clients)
    }
    return client
  }

  /** Of the peer with the most clients or bytes: the latest client that has closed its side, else the latest, or the one with the most bytes. */
  dropFromBusiest(load: 'clients' | 'bytes'): Client | undefined {
    const loadOf = (clients: ReadonlySet<Client>) =>
      load === 'clients' ? clients.size : [...clients].reduce((bytes, client) => bytes + heldBytes(client), 0)
    let busiest: ReadonlySet<Client> = new Set()
    for (const clients of this.#byPeer.values()) if (loadOf(clients) > loadOf(busiest)) busiest = clients
    const latestFirst = [...busiest].reverse()
    if (load === 'bytes') latestFirst.sort((a, b) => heldBytes(b) - heldBytes(a))
    const client = latestFirst.find(({ hasEnded }) => hasEnded) ?? latestFirst[0]
    if (client) this.delete(client)
    return client
  }
}

const heldBytes = ({ need }: Client) => need?.heldBytes ?? 0
