import { authority } from '../../src/runtime/node/http/fields.ts'
import { type Matter, matters } from '../contract/settled.ts'
import { type RuntimeName, runtimes } from '../runtimes/start.ts'
import type { Response } from './answers.mjs'
import { line } from './exchange.mjs'
import { type Message, single } from './grammar.mjs'
import { escaped, readWorld } from './world.mjs'

export interface ComparedRuntimes {
  /** Messages that were sent to more than the first. */
  readonly messages: number
  /** Answers of each runtime that were held against the first one's. */
  readonly answers: ReadonlyMap<RuntimeName, number>
  /** How often each status was answered, by the first. */
  readonly statuses: ReadonlyMap<number, number>
  /** The run stops soon after the first. */
  readonly differences: readonly string[]
}

/**
 * Sends the same messages, made from a seed, to every runtime, and holds each answer against that of the first: status, headers and
 * body, but for Date and what belongs to the connection. A runtime is not sent what its own server settles.
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
      const asked = lines.filter(({ name }) => !isSettled(name, message))
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
 * Whether servers read it alike: HTTP/1.1, a method of the Fetch API, one host, a path, no more than any server takes. How each of them
 * refuses the rest is its own affair; how ours does is the subject of the fuzzer.
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

function isSettled(name: RuntimeName, message: Message): boolean {
  return Object.keys(runtimes[name].settled).some((matter) => matters[matter as Matter](message))
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

const ofTheConnection = /^(?:date|connection|keep-alive)$/

function shown({ status, headers, body }: Response): string {
  const lines = [...headers]
    .filter(([name]) => !ofTheConnection.test(name))
    .map(([name, values]) => `${name}: ${values.join(', ')}`)
  return [status, ...lines.sort(), '', body.toString('latin1')].join('\n')
}
