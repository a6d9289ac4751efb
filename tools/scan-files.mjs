// Validators of what a page says to programs, and of the files beside the pages.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import * as formats from 'ajv-formats'
import jsonld from 'jsonld'
import robotsParser from 'robots-parser'
import { validateXML } from 'xmllint-wasm'
import { root } from '../bench/processes.mjs'

/** @typedef {import('./scan.mjs').Finding} Finding */
/** @typedef {import('./scan.mjs').Page} Page */

const require = createRequire(import.meta.url)

/** Crawlers by the names under which they read robots.txt. */
const crawlers = ['Googlebot', 'Bingbot', 'GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended']

/** Every feed that a page announces, in both forms. @param {string} origin @param {readonly Page[]} pages @returns {Promise<Finding>} */
export async function feeds(origin, pages) {
  const announced =
    /<link rel="alternate" type="application\/(?:atom|feed)\+(?:xml|json)"[^>]* href="([^"]+)"/g
  const urls = new Set(pages.flatMap(({ html }) => [...html.matchAll(announced)].map(([, url = '']) => url)))
  const ajv = new Ajv({ strict: false })
  formats.default.default(ajv)
  const isJsonFeed = ajv.compile(require('jsonfeed-schema/schema-v1.1.json'))
  const atom = readFileSync(`${root}tools/atom.rng`, 'utf8')
  const count = { atom: 0, json: 0 }
  const problems = []
  for (const url of urls) {
    const answer = await fetch(new URL(url, origin))
    if (answer.headers.get('Content-Type')?.startsWith('application/xml')) {
      problems.push(...(await xmlProblems(url, await answer.text(), atom, 'relaxng')))
      count.atom++
    } else {
      if (!isJsonFeed(await answer.json())) problems.push(`${url}: ${ajv.errorsText(isJsonFeed.errors)}`)
      count.json++
    }
  }
  if (count.atom === 0 || count.json === 0) problems.push('no page announces a feed of each form')
  return { check: 'feeds', detail: `${count.atom} of Atom, ${count.json} of JSON Feed`, problems }
}

/** @param {string} origin @returns {Promise<Finding>} */
export async function sitemap(origin) {
  const xsd = readFileSync(`${root}tools/node_modules/sitemap/schema/sitemap.xsd`, 'utf8')
  const xml = await (await fetch(`${origin}/sitemap.xml`)).text()
  return {
    check: 'sitemap.xml',
    detail: `${xml.match(/<loc>/g)?.length ?? 0} addresses`,
    problems: await xmlProblems('/sitemap.xml', xml, xsd, 'schema'),
  }
}

/** @param {string} origin @param {readonly Page[]} pages @returns {Promise<Finding>} */
export async function robots(origin, pages) {
  const url = `${origin}/robots.txt`
  const parsed = robotsParser(url, await (await fetch(url)).text())
  const problems = pages.flatMap(({ path }) =>
    crawlers
      .filter((name) => parsed.isAllowed(origin + path, name) !== true)
      .map((name) => `${path} for ${name}`),
  )
  if (!parsed.getSitemaps().includes(`${origin}/sitemap.xml`)) problems.push('the sitemap is not named')
  return {
    check: 'robots.txt',
    detail: `${pages.length} pages are open to ${crawlers.length} crawlers`,
    problems,
  }
}

/** JSON-LD of every page, whose every word schema.org must have. @param {readonly Page[]} pages @returns {Promise<Finding>} */
export async function structuredData(pages) {
  const triples = readFileSync(require.resolve('@vocabulary/schema/schema.nq'), 'utf8')
  const words = new Set([...triples.matchAll(/^<([^>]+)>/gm)].map(([, subject = '']) => subject))
  // The published context needs the network; of it, the pages use the vocabulary alone.
  const documentLoader = async (/** @type {string} */ url) => {
    if (url !== 'https://schema.org') throw new Error(`a context at ${url}`)
    return { documentUrl: url, document: { '@context': { '@vocab': 'http://schema.org/' } } }
  }
  const problems = []
  let count = 0
  for (const { path, html } of pages) {
    for (const [, text = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      count++
      try {
        // A parser that is safe throws at what it would drop.
        const things = await jsonld.expand(JSON.parse(text), { safe: true, documentLoader })
        problems.push(...unknownWords(things, words).map((word) => `${path}: ${word} is not of schema.org`))
      } catch (error) {
        problems.push(`${path}: ${error}`)
      }
    }
  }
  if (count === 0) problems.push('no page has any')
  return { check: 'JSON-LD', detail: `${count} subjects on ${pages.length} pages`, problems }
}

/** @param {unknown} value @param {ReadonlySet<string>} known @returns {string[]} */
function unknownWords(value, known) {
  if (Array.isArray(value)) return value.flatMap((one) => unknownWords(one, known))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === '@type') return [inner].flat().filter((type) => !known.has(type))
    // https://schema.org/docs/actions.html: what an action takes is a property of it with this ending.
    const own = key.startsWith('@') || known.has(key.replace(/-input$/, '')) ? [] : [key]
    return [...own, ...unknownWords(inner, known)]
  })
}

/** @param {string} fileName @param {string} contents @param {string} schema @param {'schema' | 'relaxng'} extension */
async function xmlProblems(fileName, contents, schema, extension) {
  const xml = [{ fileName: 'document.xml', contents }]
  const { errors } = await validateXML({ xml, schema: [schema], extension, maxMemoryPages: 4096 })
  return errors.map(({ message, loc }) => `${fileName}:${loc?.lineNumber ?? ''} ${message}`)
}
