import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { below } from './below.ts'
import { citing } from './citing.ts'
import { conditional } from './conditional.ts'
import { discovery } from './discovery.ts'
import { documents } from './documents.ts'
import { errors } from './errors.ts'
import { finding } from './finding.ts'
import { following } from './following.ts'
import { headers } from './headers.ts'
import { jsonApi } from './json-api.ts'
import { expectFailures, expectMet, type Limit } from './limits.ts'
import { markdown } from './markdown.ts'
import { mcp } from './mcp.ts'
import { mcpManifest } from './mcp-manifest.ts'
import { mcpMistakes } from './mcp-mistakes.ts'
import { mcpRefusals } from './mcp-refusals.ts'
import { mcpTools } from './mcp-tools.ts'
import { methods } from './methods.ts'
import { negotiation } from './negotiation.ts'
import { pages } from './pages.ts'
import { searchPage } from './search-page.ts'
import { serviceIndex } from './service-index.ts'
import type { SkipReasons } from './request-kinds.ts'
import { type Start, startedSite } from './site.ts'
import { zeroConfig } from './zero-config.ts'

const fixture = fileURLToPath(new URL('../fixtures/archive', import.meta.url))
const subjects = [
  jsonApi,
  serviceIndex,
  markdown,
  pages,
  negotiation,
  discovery,
  documents,
  errors,
  methods,
  headers,
  conditional,
  searchPage,
  citing,
  following,
  finding,
  mcp,
  mcpTools,
  mcpManifest,
  mcpRefusals,
  mcpMistakes,
]

const baseUrls = ['https://archive.example', 'https://example.net/archive']

/** For runtimes other than Node. The base URL matters only to the handler, and a path is the harder case. */
export const belowAPath = { at: baseUrls.slice(1) }

/** Exceptions for a runtime. */
export interface Bounds {
  /** Base URLs; by default the root of a host, and one with a path. */
  readonly at?: readonly string[]
  readonly skips?: SkipReasons
  readonly limits?: readonly Limit[]
}

/**
 * The contract on any runtime: at the root of a host, below a path, and without configuration. Tests listed in `limits`
 * must fail.
 */
export function contractSuite(
  name: string,
  start: Start,
  { at = baseUrls, skips = {}, limits = [] }: Bounds = {},
): void {
  const skipped = limits.flatMap(({ subjects = [] }) => subjects)
  const met = new Set<string>()
  expectMet(limits, met)
  for (const baseUrl of at) {
    describe(`${name}, at ${baseUrl}`, () => {
      const site = startedSite(start, fixture, baseUrl, skips)
      expectFailures(limits, met)
      for (const subject of subjects) if (!skipped.includes(subject.name)) subject(site)
      if (new URL(baseUrl).pathname !== '/') below(site)
    })
  }
  describe(`${name}, without configuration`, () => {
    expectFailures(limits, met)
    zeroConfig(start)
  })
}
