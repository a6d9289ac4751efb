import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Fields
  readonly body: string
}

export interface Passed {
  readonly status: number
  readonly headers: Fields
  readonly body: Buffer
}

/** By name in lower case. */
export type Fields = Readonly<Record<string, string>>

export type Forward = (asked: Asked) => Promise<Passed>
/** What is between a server and its clients: nothing, if it only forwards; a broken connection, if it throws. */
export type Between = (asked: Asked, forward: Forward) => Promise<Passed>

export interface ChangingProxy {
  readonly origin: string
  /** Where requests go; known only after the proxy's own address is. */
  upstream: string
  between: Between
  close(): Promise<void>
}

/** A proxy on a real socket that passes everything on as it is, but for what a test lets it change. */
export async function changingProxy(): Promise<ChangingProxy> {
  const agent = new Agent({ keepAlive: true })
  const forward: Forward = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(proxy.upstream, { method, path, headers, agent }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: without(flat(reply.headers), 'connection', 'keep-alive', 'date'),
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    const asked = { method, path, headers: without(flat(headers), 'connection'), body: await text(incoming) }
    try {
      const { status, headers: fields, body } = await proxy.between(asked, forward)
      outgoing.writeHead(status, { ...fields })
      outgoing.end(method === 'HEAD' ? undefined : body)
    } catch {
      outgoing.destroy()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const proxy: ChangingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upstream: '',
    between: (asked, forward) => forward(asked),
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
  return proxy
}

export function without(headers: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

function flat(headers: IncomingMessage['headers']): Fields {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}
