import { describe, expect, test } from 'vitest'
import { exposureFor, gate } from '../../src/mcp/endpoint.ts'

const open = { baseUrl: 'https://archive.example/review', allowedHosts: [], allowedOrigins: [] }
const named = {
  ...open,
  allowedHosts: ['mirror.example', 'exact.example:8443'],
  allowedOrigins: ['https://app.example'],
}

describe('[decided-11.loopback] bound to a loopback address', () => {
  const admits = gate({ exposure: 'loopback', ...open })

  test.each([
    ['localhost', true],
    ['LOCALHOST:3000', true],
    ['127.0.0.1:3000', true],
    ['127.1.2.3', true],
    ['[::1]:3000', true],
    ['archive.example', true],
    ['archive.example:443', true],
    ['evil.example', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.', false],
    ['10.0.0.1', false],
    ['[::2]', false],
    ['0.0.0.0', false],
    ['', false],
    [undefined, false],
  ])('[decided-11.loopback] Host %s → %s', (host, served) => expect(admits(host, undefined)).toBe(served))

  test.each([
    ['http://localhost:3000', true],
    ['https://127.0.0.1', true],
    ['http://[::1]:80', true],
    ['https://archive.example', true],
    ['https://evil.example', false],
    ['http://localhost.evil.example', false],
    ['null', false],
    ['https://archive.example:8443', false],
    ['', false],
  ])('[decided-11.loopback] Origin %s → %s', (origin, served) =>
    expect(admits('localhost', origin)).toBe(served),
  )

  test('[decided-11.named] hosts and origins in archive.yaml are served too', () => {
    const opened = gate({ exposure: 'loopback', ...named })
    expect(opened('mirror.example:99', 'https://app.example')).toBe(true)
    expect(opened('localhost', 'https://other.example')).toBe(false)
    const any = gate({ exposure: 'loopback', ...open, allowedOrigins: ['*'] })
    expect(any('localhost', 'https://x')).toBe(true)
  })
})

describe('[decided-11.public] bound to any other address', () => {
  test('[decided-11.public] any Host and Origin is served', () => {
    const admits = gate({ exposure: 'public', ...open })
    for (const host of ['evil.example', 'localhost', undefined])
      for (const origin of ['https://evil.example', 'null', 'vscode-webview://x', undefined])
        expect(admits(host, origin)).toBe(true)
  })

  test('[decided-11.origin] an invalid Origin is refused', () => {
    const admits = gate({ exposure: 'public', ...open })
    for (const origin of ['', 'x', 'https://', 'https://a/', 'https://a, https://b', 'https://a:b'])
      expect(admits('a', origin), origin).toBe(false)
  })

  test.each([
    ['archive.example', undefined, true],
    ['mirror.example', 'https://app.example', true],
    ['MIRROR.example:80', 'HTTPS://APP.example', true],
    ['exact.example:8443', undefined, true],
    ['exact.example', undefined, false],
    ['localhost', undefined, false],
    ['mirror.example', 'https://evil.example', false],
    ['mirror.example', 'null', false],
  ])('[decided-11.named] listed in archive.yaml: Host %s, Origin %s → %s', (host, origin, served) =>
    expect(gate({ exposure: 'public', ...named })(host, origin)).toBe(served),
  )
})

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.0.0.53', 'loopback'],
  ['::1', 'loopback'],
  ['localhost', 'loopback'],
  ['0.0.0.0', 'public'],
  ['::', 'public'],
  ['192.168.1.4', 'public'],
  ['archive.example', 'public'],
])('[decided-11.loopback] %s is %s', (address, exposure) => expect(exposureFor(address)).toBe(exposure))
