import type { Page } from '../../archive/model.ts'
import { headingsOf } from '../../archive/body.ts'
import { renderHtml } from '../../markdown/html.ts'
import { parseMarkdown } from '../../markdown/markdown.ts'
import { fenceFor } from '../../base/escape.ts'
import { html, raw } from '../../pages/html.ts'
import { samples } from '../../pages/samples.ts'

/** A request that can be pasted, and what came back. */
export interface Sample {
  readonly url: string
  /** The same as a page asks for it. */
  readonly path: string
  readonly answer: { readonly language: 'json' | 'markdown'; readonly text: string }
}

/** Markdown that is shown when somebody opens it. */
export interface Folded {
  readonly summary: string
  readonly inside: string
}

export type Part = string | Sample | Folded

export function partsAsMarkdown(parts: readonly Part[]): string {
  return parts.map(asMarkdown).join('\n\n')
}

function asMarkdown(part: Part): string {
  if (typeof part === 'string') return part
  if ('answer' in part) return sampleAsMarkdown(part)
  return `<details>\n<summary>${part.summary}</summary>\n\n${part.inside}\n\n</details>`
}

/** As a page shows them. Only what is neither a sample nor folded has headings. */
export function partsAsHtml(parts: readonly Part[]): Pick<Page, 'html' | 'headings'> {
  const shown = parts.map(asHtml)
  return {
    html: shown.map(({ html }) => html).join('\n'),
    headings: shown.flatMap(({ headings }) => headings),
  }
}

function asHtml(part: Part): Pick<Page, 'html' | 'headings'> {
  if (typeof part === 'string') return rendered(part)
  if ('answer' in part) return { html: sampleAsHtml(part), headings: [] }
  const inside = raw(rendered(part.inside).html)
  return {
    html: html`<details>\n<summary>${part.summary}</summary>\n${inside}\n</details>`.text,
    headings: [],
  }
}

function sampleAsMarkdown({ url, answer }: Sample): string {
  const requests = programs(url).map(({ language, text }) => fence(language, text))
  return [...requests, 'It answers, shortened:', fence(answer.language, answer.text)].join('\n\n')
}

function sampleAsHtml({ url, path, answer }: Sample): string {
  return samples({
    path,
    programs: programs(url).map(({ name, language, text }) => ({
      name,
      code: rendered(fence(language, text)).html,
    })),
    answer: rendered(fence(answer.language, answer.text)).html,
  }).text
}

function programs(url: string) {
  const isJson = url.endsWith('.json')
  return [
    { name: 'curl', language: 'sh', text: `curl -s '${url}'` },
    {
      name: 'JavaScript',
      language: 'js',
      text: `const answer = await fetch('${url}')\nconsole.log(await answer.${isJson ? 'json' : 'text'}())`,
    },
    {
      name: 'Python',
      language: 'python',
      text: `from urllib.request import urlopen\n${isJson ? 'import json\n' : ''}\nwith urlopen('${url}') as answer:\n    print(${isJson ? 'json.load(answer)' : 'answer.read().decode()'})`,
    },
  ]
}

function fence(language: string, text: string): string {
  const marks = fenceFor(text)
  return `${marks}${language}\n${text}\n${marks}`
}

function rendered(markdown: string): Pick<Page, 'html' | 'headings'> {
  const parsed = parseMarkdown(markdown)
  return { html: renderHtml(parsed), headings: headingsOf(parsed) }
}

/** As much of an answer as shows its shape: one item of each list, the beginning of each text. */
export function inShort(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(inShort)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inShort(one)]))
}

const longest = 100
