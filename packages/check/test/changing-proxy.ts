import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ProxyRequest {
  readonly method: string
  readonly path: string
  readonly headers: Fields
  readonly body: string
}

export interface ProxyResponse {
  readonly status: number
  readonly headers: Fields
  readonly body: Buffer
}

/** Keys are lower-case names. */
export type Fields = Readonly<Record<string, string>>

export type Forward = (received: ProxyRequest) => Promise<ProxyResponse>
/** Handles one request; if it throws, the connection is closed. */
export type Interceptor = (received: ProxyRequest, forward: Forward) => Promise<ProxyResponse>

export interface ChangingProxy {
  readonly origin: string
  /** Set after start, because the upstream's base URL is the proxy's origin. */
  upstream: string
  intercept: Interceptor
  close(): Promise<void>
}

/** A proxy on a real socket that forwards everything unchanged, except what a test intercepts. */
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
    const received = {
      method,
      path,
      headers: without(flat(headers), 'connection'),
      body: await text(incoming),
    }
    try {
      const { status, headers: fields, body } = await proxy.intercept(received, forward)
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
    intercept: (received, forward) => forward(received),
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
