import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from '../../../test/after-file.ts'

export interface RecordedSite {
  readonly url: string
  /** Such as "HEAD /path", in order. */
  readonly requests: string[]
  readonly agents: Set<string>
  mostAtOnce: number
  close(): void
}

export type Pages = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>

/** A real server that records its requests. */
export async function recordedSite(pages: Pages): Promise<RecordedSite> {
  let atOnce = 0
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    site.agents.add(request.headers['user-agent'] ?? '')
    site.mostAtOnce = Math.max(site.mostAtOnce, ++atOnce)
    response.once('close', () => atOnce--)
    const page = pages[request.url ?? ''] ?? answer(404)
    page(response, request)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  afterFile(close)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: RecordedSite = { url, requests, agents: new Set(), mostAtOnce: 0, close }
  return site
}

export const answer =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end()
  }
