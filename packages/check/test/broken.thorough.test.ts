import { afterAll, beforeAll, expect, test } from 'vitest'
import { check, type RuleName, rules } from '../src/check.ts'
import { compile, fromFolder } from '../../../src/compile.ts'
import { listen } from '../../../src/runtime/node/listen.ts'
import { serve } from '../../../src/serve.ts'
import { fixture } from '../../../test/cli/run.ts'
import { type Interceptor, changingProxy, type ChangingProxy } from './changing-proxy.ts'
import { mistakes } from './mistakes.ts'

let proxy: ChangingProxy
let server: { close(): Promise<void> }

beforeAll(async () => {
  proxy = await changingProxy()
  const { value: snapshot } = await compile(fromFolder(fixture), { baseUrl: proxy.origin })
  if (!snapshot) throw new Error('the fixture has errors')
  const { port, close } = await listen({ handler: serve(snapshot), port: 0, host: '127.0.0.1' })
  server = { close }
  proxy.upstream = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await proxy?.close()
  await server?.close()
})

/** The findings for a server behind a proxy that changes messages. */
async function findingsWith(intercept: Interceptor) {
  proxy.intercept = intercept
  return (await check(proxy.origin, 'citable-check/test')).findings
}

const folderRules = ['missing-post', 'unknown-post', 'older-post', 'changed-post']
const siteRules = Object.keys(rules).filter((rule) => !folderRules.includes(rule))

test('a correct server passes every rule', async () => {
  const findings = await findingsWith((request, forward) => forward(request))
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([])
  expect(findings.map(({ rule }) => rule)).toEqual(siteRules)
})

test.each(mistakes)('%s: breaks only %s', async (_, names, intercept) => {
  const findings = await findingsWith(intercept)
  const broken = findings.filter(({ level }) => level !== 'ok')
  const found = new Set(broken.map(({ rule }) => rule))
  expect([...found].sort(), JSON.stringify(broken, null, 1)).toEqual([...names].sort())
  for (const { level, rule } of broken) expect(level).toBe(rules[rule].level)
})

test('every rule has a mistake that breaks it', () => {
  const covered = new Set(mistakes.flatMap(([, names]) => names))
  expect(siteRules.filter((rule) => !covered.has(rule as RuleName))).toEqual([])
})
