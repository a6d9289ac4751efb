import { describe, expect, test } from 'vitest'
import { build, compile, fromMemory, search, serve } from '../../src/citable.ts'
import { toFetch } from '../../src/runtime/fetch.ts'
import { listen, toMiddleware } from '../../src/runtime/node/listen.ts'

/** JavaScript has no compiler to catch a wrong option: every function of the library does it itself. */

const { value: snapshot } = await compile(fromMemory({ 'posts/one.md': '# One\n\nText.\n' }))
if (!snapshot) throw new Error('the archive has errors')
const handler = serve(snapshot)
const place = { handler, port: 0, host: '127.0.0.1' }
type Call = (options: never) => unknown

const entries: Record<string, { readonly call: Call; readonly misspelled: string; readonly near: string }> = {
  compile: { call: (options) => compile(fromMemory({}), options), misspelled: 'baseURL', near: 'baseUrl' },
  build: {
    call: (options: object) => build(fromMemory({}), { out: 'x', ...options }),
    misspelled: 'compres',
    near: 'compress',
  },
  serve: { call: (options) => serve(snapshot, options), misspelled: 'expsoure', near: 'exposure' },
  search: { call: (options) => search(snapshot, 'text', options), misspelled: 'limits', near: 'limit' },
  listen: { call: (options: object) => listen({ ...place, ...options }), misspelled: 'hots', near: 'host' },
}

describe.each(Object.entries(entries))('%s()', (name, { call, misspelled, near }) => {
  const attempt = async (options: object) => call(options as never)

  test('rejects a misspelled option and names the nearest one', async () => {
    const message = `${name} has no option "${misspelled}". Did you mean ${near}?`
    await expect(attempt({ [misspelled]: 'x' })).rejects.toThrow(new TypeError(message))
  })

  test('lists its public options for an option like no other', async () => {
    await expect(attempt({ xylophone: 1 })).rejects.toThrow(
      new RegExp(`"xylophone"\\. Options: .*\\b${near}\\b`),
    )
    await expect(attempt({ xylophone: 1 })).rejects.not.toThrow(/isPreview|onDemand/)
  })
})

test.each([
  [
    'no port',
    { handler, host: '127.0.0.1' },
    'listen needs a port from 0 to 65535, where 0 is any free one: undefined',
  ],
  ['a port as text', { ...place, port: '3000' }, 'listen needs a port from 0 to 65535'],
  ['a port out of range', { ...place, port: 65_536 }, 'listen needs a port from 0 to 65535'],
  ['no host', { handler, port: 0 }, 'listen needs a host, such as 127.0.0.1'],
  ['no handler', { port: 0, host: '127.0.0.1' }, 'listen needs a handler, which serve() returns'],
  ['an unknown time limit', { ...place, timeouts: { idle: 1 } }, 'listen has no option "idle"'],
])('listen() rejects %s', async (_, options, message) => {
  await expect(listen(options as never)).rejects.toThrow(message)
})

test.each([toFetch, toMiddleware])('$name() rejects a snapshot in place of its handler', (adapter) => {
  expect(() => adapter(snapshot as never)).toThrow(`${adapter.name} needs a handler, which serve() returns`)
})
