import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Ask {
  readonly method?: string
  /** An array is sent as repeated header lines. */
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: Uint8Array | undefined
}

export interface Reply {
  readonly status: number
  /** As on the wire, without Date and connection headers; names in lower case (RFC 9110 §5.1). */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Case-insensitive; values of repeated lines are joined, so that a duplicate shows. */
  header(name: string): string | undefined
  /** Status and media type, such as `200 application/json`. */
  readonly kind: string
  /** As on the wire, not decoded. */
  readonly body: Uint8Array
  /** The body decoded. */
  readonly text: string
  json<Value>(): Value
}

export interface Client {
  (path: string, ask?: Ask): Promise<Reply>
  close(): void
}

/** A plain HTTP/1.1 client: adds no Accept header and follows no redirects. */
export function connect(origin: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(origin)
  const ask = (path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Reply> =>
    new Promise<Reply>((resolve, reject) => {
      // Node adds Content-Length on its own only for methods that usually have a body.
      const framing = body ? { 'Content-Length': String(body.length) } : {}
      const options = { agent, hostname, port, path, method, headers: { ...framing, ...headers } }
      const sent = request(options, (response) => {
        const chunks: Uint8Array[] = []
        response.on('data', (chunk: Uint8Array) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          resolve(reply(response.statusCode ?? 0, response.rawHeaders, Buffer.concat(chunks)))
        })
      })
      // A server may close an idle connection just as a request is sent (RFC 9112 §9.6), so retry.
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(path, { method, headers, body }))
        else reject(error)
      })
      sent.end(body)
    })
  return Object.assign(ask, { close: () => agent.destroy() })
}

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

const connectionHeaders = /^(?:date|connection|keep-alive)$/i

/** `rawHeaders` alternates names and values. */
export function reply(status: number, rawHeaders: readonly string[], body: Uint8Array): Reply {
  const headers: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!connectionHeaders.test(name)) headers.push([name.toLowerCase(), value])
  }
  const header = (name: string) => {
    const lines = headers.filter(([other]) => other === name.toLowerCase())
    return lines.length === 0 ? undefined : lines.map(([, value]) => value).join(', ')
  }
  const decode = body.length > 0 ? decoders[header('Content-Encoding') ?? ''] : undefined
  const text = new TextDecoder().decode(decode ? decode(body) : body)
  const kind = `${status} ${header('Content-Type')}`
  return { status, headers, header, kind, body, text, json: <Value>() => JSON.parse(text) as Value }
}
