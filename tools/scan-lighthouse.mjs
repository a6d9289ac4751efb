// Lighthouse, on a phone that it emulates, for each kind of page that differs in what it loads.
import * as chromeLauncher from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findBrowser } from '../test/markdown/browser.ts'

/** @typedef {import('./scan.mjs').Finding} Finding */

/** @type {Record<string, { path: string, skipAudits?: string[] }>} */
const kinds = {
  home: { path: '/' },
  post: { path: '/posts/week-11' },
  list: { path: '/years' },
  portal: { path: '/developers' },
  // What a search answers is kept out of indexes on purpose: there are as many such pages as questions.
  search: { path: '/search?q=llms.txt', skipAudits: ['is-crawlable'] },
}
/** Of 100. The time that a page takes depends on what else the machine does; the rest does not. */
const least = {
  performance: 90,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  'agentic-browsing': 100,
}
/** A browser on a busy machine sometimes gives no trace, or a slow one. */
const attempts = 3

/** @param {string} origin @returns {AsyncGenerator<Finding>} */
export async function* lighthousePages(origin) {
  const chromePath = await findBrowser()
  if (!chromePath) throw new Error('Lighthouse needs a Chromium, and neither the system nor npm has one')
  const chrome = await chromeLauncher.launch({
    chromePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    logLevel: 'silent',
  })
  try {
    for (const [kind, { path, skipAudits = [] }] of Object.entries(kinds)) {
      const { detail, problems } = await judge(origin + path, { port: chrome.port, skipAudits })
      const but = skipAudits.length > 0 ? `, but for ${skipAudits.join(', ')}` : ''
      yield { check: `lighthouse ${kind}`, detail: detail + but, problems }
    }
  } finally {
    chrome.kill()
  }
}

/** @param {string} url @param {{ port: number, skipAudits: string[] }} options */
async function judge(url, options) {
  for (let attempt = 1; ; attempt++) {
    const result = await lighthouse(url, {
      ...options,
      logLevel: 'silent',
      onlyCategories: Object.keys(least),
    })
    const { categories = {}, audits = {}, runtimeError } = result?.lhr ?? {}
    const scores = Object.keys(least).map((id) => `${id} ${scoreOf(categories[id])}`)
    const problems = Object.entries(least).flatMap(([id, wanted]) => {
      const category = categories[id]
      if (category && scoreOf(category) >= wanted) return []
      const lost = (category?.auditRefs ?? [])
        .filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1)
        .map((ref) => describe(audits[ref.id]))
      return [`${id} is ${scoreOf(category)}, not ${wanted}`, ...lost]
    })
    if (runtimeError) problems.unshift(runtimeError.message)
    if (problems.length === 0 || attempt === attempts) return { detail: scores.join(', '), problems }
  }
}

/** @param {{ score: number | null } | undefined} category */
function scoreOf(category) {
  return Math.round((category?.score ?? 0) * 100)
}

/** @param {import('lighthouse').Result['audits'][string] | undefined} audit */
function describe(audit) {
  const details = /** @type {{ items?: unknown[] } | undefined} */ (audit?.details)
  const [first] = details?.items ?? []
  return `  ${audit?.id}: ${audit?.title} ${JSON.stringify(first ?? audit?.explanation ?? '').slice(0, 500)}`
}
