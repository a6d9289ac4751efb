import { decisiveHeaders, type HeaderFacts } from '../answer/request.ts'
import { serve } from '../serve.ts'
import { compileApart, publishable, snapshotIn } from './load.ts'
import { Progress } from './progress.ts'
import { UsageError, chosenBaseUrl, chosenDay } from './settings.ts'

export interface GetOptions {
  readonly dir: string
  readonly header: readonly string[]
  readonly request: string
  readonly include: boolean
  readonly baseUrl?: string
  readonly asOf?: string
  readonly quiet?: boolean
}

/** One request without a server: what would be sent, on standard output. The exit status is 1 for an error answer. */
export async function getCommand(target: string, options: GetOptions): Promise<number> {
  if (!target.startsWith('/')) throw new UsageError(`"${target}" is not a path; it starts with a slash.`, 2)
  const headers = readHeaders(options.header)
  const baseUrl = chosenBaseUrl(options.baseUrl)
  const asOf = chosenDay(options.asOf)
  const compiled = await new Progress().during((report) =>
    compileApart(options.dir, { baseUrl, asOf }, { report }),
  )
  const packed = publishable(compiled, options.dir, options.quiet)
  const answer = serve(snapshotIn(packed))({
    method: options.request,
    target,
    ...headers,
    body: new Uint8Array(0),
  })
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

function readHeaders(lines: readonly string[]): HeaderFacts {
  const facts: { -readonly [Name in keyof HeaderFacts]: string } = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) throw new UsageError(`"${line}" is not a header; write it as "Name: value".`, 2)
    const header = line.slice(0, colon).trim().toLowerCase()
    if (!isDecisive(header)) continue
    const name = decisiveHeaders[header]
    const value = line.slice(colon + 1).trim()
    facts[name] = facts[name] === undefined ? value : `${facts[name]}, ${value}`
  }
  return facts
}

/** The others are read and make no difference, as on a server. */
function isDecisive(name: string): name is keyof typeof decisiveHeaders {
  return Object.hasOwn(decisiveHeaders, name)
}
