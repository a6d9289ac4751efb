import { authority } from '../../src/runtime/node/http/fields.ts'
import { type RequestKind, requestKinds } from '../contract/request-kinds.ts'
import { type RuntimeName, runtimes } from '../runtimes/start.ts'
import type { Response } from './answers.mjs'
import { line } from './exchange.mjs'
import { type Message, single } from './grammar.mjs'
import { escaped, readWorld } from './world.mjs'

export interface ComparedRuntimes {
  /** Messages sent. */
  readonly messages: number
  /** Responses of each runtime compared with those of the first. */
  readonly answers: ReadonlyMap<RuntimeName, number>
  /** Number of responses of the first runtime, by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The run stops soon after the first. */
  readonly differences: readonly string[]
}

/**
 * Sends the same generated messages to every runtime and compares status, headers and body with those of the first, except for Date
 * and connection headers. Messages that a runtime's own server handles are not sent to it.
 */
export async function compareRuntimes(
  names: readonly [RuntimeName, ...RuntimeName[]],
  { seed, count, sockets = 8 }: { readonly seed: number; readonly count: number; readonly sockets?: number },
): Promise<ComparedRuntimes> {
  const { snapshot, world } = await readWorld()
  const running = await Promise.all(
    names.map(async (name) => ({ name, ...(await runtimes[name].start(snapshot)) })),
  )
  const answers = new Map(names.map((name) => [name, 0]))
  const statuses = new Map<number, number>()
  const differences: string[] = []
  let messages = 0
  let index = 0

  async function work(): Promise<void> {
    const lines = running.map(({ name, origin }) => ({ name, ask: asker(Number(new URL(origin).port)) }))
    while (messages < count && differences.length === 0) {
      const message = single(seed, index++, world)
      if (!isPlain(message)) continue
      messages++
      const asked = lines.filter(({ name }) => !isSkipped(name, message))
      const replies = await Promise.all(
        asked.map(async ({ name, ask }) => ({ name, reply: await ask(message) })),
      )
      const [first, ...others] = replies
      if (first) statuses.set(first.reply.status, (statuses.get(first.reply.status) ?? 0) + 1)
      for (const { name, reply } of others) {
        answers.set(name, (answers.get(name) ?? 0) + 1)
        if (reply.shown !== first?.reply.shown) {
          differences.push(
            `${first?.name} and ${name} differ\n  sent: ${escaped(message.bytes)}\n  ${first?.name}: ${first?.reply.shown}\n  ${name}: ${reply.shown}`,
          )
        }
      }
    }
    for (const { ask } of lines) await ask.close()
  }

  try {
    await Promise.all(Array.from({ length: sockets }, work))
    return { messages, answers, statuses, differences }
  } finally {
    await Promise.all(running.map(({ close }) => close()))
  }
}

/**
 * Whether all servers parse it the same way: HTTP/1.1, a method of the Fetch API, one host, a path, and within every server's limits.
 * How a server rejects anything else is its own choice; the fuzzer tests ours.
 */
function isPlain({ method, target, version, list }: Message): boolean {
  const named = (name: string) => list.filter(([other]) => other.toLowerCase() === name)
  const [host, ...moreHosts] = named('host')
  return (
    version === 'HTTP/1.1' &&
    /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|POST \/mcp)$/.test(method) &&
    /^\/[!-~]*$/.test(target) &&
    host !== undefined &&
    moreHosts.length === 0 &&
    authority.test(host[1]) &&
    named('expect').length === 0 &&
    list.length <= 90 &&
    target.length + list.flat().join('').length < 12_000
  )
}

function isSkipped(name: RuntimeName, message: Message): boolean {
  return Object.keys(runtimes[name].skips).some((kind) => requestKinds[kind as RequestKind](message))
}

function asker(port: number) {
  const connection = line(port)
  const ask = async ({ method, bytes }: Message) => {
    const sending = { index: 0, bytes, methods: [method], least: 1, most: 1, alone: false, cut: 0 }
    const [response] = await connection.ask(sending).catch((error: Error) => [error] as const)
    if (response === undefined || response instanceof Error) return { status: 0, shown: String(response) }
    return { status: response.status, shown: shown(response) }
  }
  return Object.assign(ask, { close: () => connection.close() })
}

const connectionHeaders = /^(?:date|connection|keep-alive)$/

function shown({ status, headers, body }: Response): string {
  const lines = [...headers]
    .filter(([name]) => !connectionHeaders.test(name))
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
  return [status, ...lines.sort(), '', body.toString('latin1')].join('\n')
}
