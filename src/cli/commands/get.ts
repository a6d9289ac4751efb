import { longestBody, requireAnswer, type RequestFacts } from '../../answer/request.ts'
import { readFields } from '../../runtime/node/http/fields.ts'
import { serve } from '../../serve.ts'
import type { Answer } from '../../snapshot/resource.ts'
import { compileOnce, compileOptions, publishedStatus, type PublishFlags } from '../load.ts'
import { snapshotIn } from '../../build/packed-file.ts'
import { UsageError } from '../../base/errors.ts'

export interface GetOptions extends PublishFlags {
  readonly dir: string
  readonly header: readonly string[]
  readonly request?: string
  readonly data?: string
  readonly include: boolean
}

/** Answers one request without a server and prints the response. Exits with 1 for an error status. */
export async function getCommand(target: string, options: GetOptions): Promise<number> {
  const request = requestFor(target, options)
  const { dir } = options
  const packing = { ...options, ahead: 'large' } as const
  const { packed, diagnostics } = await compileOnce(dir, compileOptions(options), packing)
  const answer = requireAnswer(serve(await snapshotIn(packed))(request))
  process.stdout.write(printed(answer, options))
  const status = publishedStatus(diagnostics, dir)
  return answer.status < 400 ? status : 1
}

export function requestFor(target: string, { request, data, header }: GetOptions): RequestFacts {
  if (!target.startsWith('/'))
    throw new UsageError(`"${target}" is not a path; a path starts with a slash.`, 2)
  const { facts } = readFields(header.flatMap(nameAndValue))
  const method = request ?? (data === undefined ? 'GET' : 'POST')
  const body = Buffer.from(data ?? '')
  return { method, target, ...facts, body, messageError: body.length > longestBody ? 'body' : undefined }
}

/** Returns the body, with status and headers first if `include` is set. */
export function printed({ status, headers, body }: Answer, { include }: GetOptions): Uint8Array {
  const head = [`HTTP/1.1 ${status}`]
  for (let at = 0; at < headers.length; at += 2) head.push(`${headers[at]}: ${headers[at + 1]}`)
  return Buffer.concat([Buffer.from(include ? `${head.join('\n')}\n\n` : ''), body ?? new Uint8Array(0)])
}

function nameAndValue(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 1) throw new UsageError(`"${line}" is not a header; write it as "Name: value".`, 2)
  return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
}
