import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from './ask.ts'

export interface AskAllOptions {
  readonly ask: (url: string) => Promise<Outcome>
  /** Asked at once, each of another host. */
  readonly hosts: number
  /** Between two requests to one host, in milliseconds. */
  readonly delay: number
  readonly onAnswer: (url: string, outcome: Outcome) => void
}

/** Asks for every address: one at a time of each host, with a pause between. A host that asks for patience (429) is left alone. */
export async function askAll(urls: Iterable<string>, options: AskAllOptions): Promise<void> {
  const byHost = new Map<string, string[]>()
  for (const url of urls) {
    const { host } = new URL(url)
    const same = byHost.get(host)
    if (same) same.push(url)
    else byHost.set(host, [url])
  }
  // The host with the most links takes longest, so it begins.
  const waiting = [...byHost.values()].sort((a, b) => b.length - a.length).values()
  const takeHosts = async () => {
    for (const links of waiting) await askHost(links, options)
  }
  await Promise.all(Array.from({ length: options.hosts }, takeHosts))
}

async function askHost(links: readonly string[], { ask, delay, onAnswer }: AskAllOptions): Promise<void> {
  let refusal: Outcome | undefined
  for (const [nth, url] of links.entries()) {
    if (nth > 0 && !refusal) await pause(delay)
    const outcome = refusal ?? (await ask(url))
    onAnswer(url, outcome)
    if (outcome.kind === 'unknown' && outcome.why === 'answers 429') refusal = outcome
  }
}
