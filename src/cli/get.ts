import type { RequestFacts } from '../answer/request.ts'
import { serve } from '../serve.ts'
import { compileApart, publishable } from './load.ts'
import { CommandError, chosenBaseUrl } from './settings.ts'

export interface GetOptions {
  readonly dir: string
  readonly header: readonly string[]
  readonly request: string
  readonly include: boolean
  readonly baseUrl?: string
}

/** One request without a server: what would be sent, on standard output. The exit status is 1 for an error answer. */
export async function getCommand(target: string, options: GetOptions): Promise<number> {
  if (!target.startsWith('/')) throw new CommandError(`"${target}" is not a path; it starts with a slash.`, 2)
  const headers = readHeaders(options.header)
  const baseUrl = chosenBaseUrl(options.baseUrl)
  const snapshot = publishable(await compileApart(options.dir, { baseUrl }), options.dir)
  const answer = serve(snapshot)({ method: options.request, target, ...headers })
  if (options.include) {
    process.stdout.write(`HTTP/1.1 ${answer.status}\n`)
    for (let at = 0; at < answer.headers.length; at += 2) {
      process.stdout.write(`${answer.headers[at]}: ${answer.headers[at + 1]}\n`)
    }
    process.stdout.write('\n')
  }
  if (answer.body) process.stdout.write(answer.body)
  return answer.status < 400 ? 0 : 1
}

type HeaderFacts = Omit<RequestFacts, 'method' | 'target' | 'fault'>

/** The headers that an answer can depend on; the others are read and make no difference, as on a server. */
const decisive: Readonly<Record<string, keyof HeaderFacts>> = {
  accept: 'accept',
  'accept-encoding': 'acceptEncoding',
  'if-match': 'ifMatch',
  'if-none-match': 'ifNoneMatch',
}

function readHeaders(lines: readonly string[]): HeaderFacts {
  const facts: { -readonly [Name in keyof HeaderFacts]: string } = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) throw new CommandError(`"${line}" is not a header; write it as "Name: value".`, 2)
    const name = decisive[line.slice(0, colon).trim().toLowerCase()]
    if (!name) continue
    const value = line.slice(colon + 1).trim()
    facts[name] = facts[name] === undefined ? value : `${facts[name]}, ${value}`
  }
  return facts
}
