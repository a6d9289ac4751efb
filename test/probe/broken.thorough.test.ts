import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/probe/http.ts'
import { probe } from '../../src/probe/probe.ts'
import { type LiveRuleName, liveRules } from '../../src/probe/probed-site.ts'
import { compile, folder } from '../../src/compile.ts'
import { listen } from '../../src/runtime/node/listen.ts'
import { serve } from '../../src/serve.ts'
import { fixture } from '../cli/run.ts'
import { type Between, changingProxy, type ChangingProxy } from './changing-proxy.ts'
import { mistakes } from './mistakes.ts'

let proxy: ChangingProxy
let server: { close(): Promise<void> }

beforeAll(async () => {
  proxy = await changingProxy()
  const { value: snapshot } = await compile(folder(fixture), { baseUrl: proxy.origin })
  if (!snapshot) throw new Error('the fixture has errors')
  const { port, close } = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
  server = { close }
  proxy.upstream = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await proxy?.close()
  await server?.close()
})

/** What is found with something between the server and its clients. */
async function foundWith(between: Between) {
  proxy.between = between
  const client = connect(new URL(proxy.origin), 'citable-check/test')
  try {
    return await probe(proxy.origin, client)
  } finally {
    client.close()
  }
}

const ofFolders = ['missing-post', 'unknown-post', 'older-post', 'changed-post']
const ofSites = Object.keys(liveRules).filter((rule) => !ofFolders.includes(rule))

test('nothing is found where nothing is wrong, and every rule is tried', async () => {
  const findings = await foundWith((asked, forward) => forward(asked))
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([])
  expect(findings.map(({ rule }) => rule)).toEqual(ofSites)
})

test.each(mistakes)('%s: %s, and nothing else', async (_, rules, between) => {
  const findings = await foundWith(between)
  const broken = findings.filter(({ level }) => level !== 'ok')
  const names = [...new Set(broken.map(({ rule }) => rule))]
  expect(names.sort(), JSON.stringify(broken, null, 1)).toEqual([...rules].sort())
  for (const { level, rule } of broken) expect(level).toBe(liveRules[rule].level)
})

test('every rule is broken by one of these mistakes', () => {
  const covered = new Set(mistakes.flatMap(([, rules]) => rules))
  expect(ofSites.filter((rule) => !covered.has(rule as LiveRuleName))).toEqual([])
})
