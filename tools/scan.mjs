// `npm run scan`: what public checkers say about the built server and its archive. Prints a line for each check and fails on what is not
// as it should be. Needs `npm ci --prefix tools`, which brings the Node that some of them want, and a Chromium; the Nu checker runs where
// there is Java.
import { citable, root } from '../bench/processes.mjs'
import { compile, fromFolder } from '../dist/compile.js'
import { requireAnswer, serve } from '../dist/serve.js'
import { handbook } from '../recipes/themes/handbook.js'
import { newspaper } from '../recipes/themes/newspaper.js'
import { feeds, robots, sitemap, structuredData } from './scan-files.mjs'
import { htmlValidate, nu } from './scan-html.mjs'
import { lighthousePages } from './scan-lighthouse.mjs'
import { run, scanners } from './scanners.mjs'

/** @typedef {{ check: string, detail: string, problems: readonly string[] }} Finding */
/** @typedef {{ path: string, html: string }} Page */

/** Markdown by the name of the client, 200 for what is not there, and a second list of what llms.txt lists. */
const refused = ['Agent UA → markdown', 'Missing page → markdown', 'sitemap.md']

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error('Lighthouse needs Node 22.19 or newer; `npm ci --prefix tools` brings one for Linux.')
  process.exit(2)
}
const server = await citable(`${root}archive`)
const origin = `http://localhost:${server.port}`
/** @type {string[]} */
const failed = []
try {
  const pages = await everyPage()
  for await (const finding of findings(pages)) {
    const passed = finding.problems.length === 0
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${finding.check}: ${finding.detail}`)
    if (!passed) failed.push([finding.check, ...finding.problems].join('\n  '))
  }
} finally {
  await server.stop()
}
if (failed.length > 0) {
  console.error(failed.join('\n'))
  process.exitCode = 1
}

/** @param {readonly Page[]} pages @returns {AsyncGenerator<Finding>} */
async function* findings(pages) {
  const themed = { newspaper: await pagesWith(newspaper, pages), handbook: await pagesWith(handbook, pages) }
  for (const [theme, made] of Object.entries({ 'the default theme': pages, ...themed }))
    for (const { check, ...finding } of [await htmlValidate(made), await nu(made)])
      yield { check: `${check}, ${theme}`, ...finding }
  yield await structuredData(pages)
  yield await feeds(origin, pages)
  yield await sitemap(origin)
  yield await robots(origin, pages)
  yield await afdocs()
  yield await agentReadability()
  yield* lighthousePages(origin)
}

/** What the sitemap lists, and what a search answers. @returns {Promise<Page[]>} */
async function everyPage() {
  const xml = await (await fetch(`${origin}/sitemap.xml`)).text()
  const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const paths = [...listed, '/search?q=llms.txt', '/search?q=qqqqqqqq']
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(origin + path, { headers: { Accept: 'text/html' } })
      if (answer.status !== 200)
        throw new Error(`${path} is listed in the sitemap and answers ${answer.status}`)
      return { path, html: await answer.text() }
    }),
  )
}

/** The same pages as another theme makes them. @param {Partial<import('../dist/theme.js').Theme>} theme @param {readonly Page[]} pages */
async function pagesWith(theme, pages) {
  const { value: snapshot } = await compile(fromFolder(`${root}archive`), { theme })
  if (!snapshot) throw new Error('the archive has errors')
  const handler = serve(snapshot)
  return pages.map(({ path }) => {
    const { body } = requireAnswer(handler({ method: 'GET', target: path, accept: 'text/html' }))
    return { path, html: new TextDecoder().decode(body ?? undefined) }
  })
}

/** @returns {Promise<Finding>} */
async function afdocs() {
  const { score, rows } = await run(scanners.afdocs, origin)
  const lost = rows.filter(({ result }) => result === 'fail' || result === 'error')
  const problems = lost.map(({ check, detail }) => `${check}: ${detail}`)
  if (score !== 100) problems.push(`the score is ${score}, not 100`)
  return { check: 'afdocs', detail: `${score} of 100, ${rows.length} checks`, problems }
}

/** @returns {Promise<Finding>} */
async function agentReadability() {
  const { score, rows } = await run(scanners.agentReadability, origin)
  const problems = rows
    .filter(({ check, result }) => (result === 'pass') === refused.includes(check))
    .map(({ check, result, detail }) => `${check}: ${result}, ${detail}`)
  const passed = rows.filter(({ result }) => result === 'pass').length
  return {
    check: 'agent-readability',
    detail: `${score} of 100, ${passed} of ${rows.length} checks, ${refused.length} refused`,
    problems,
  }
}
