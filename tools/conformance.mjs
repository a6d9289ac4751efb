// `npm run conformance`: the official MCP conformance suite against the built server, every scenario that needs no tools made for the
// test, in each version that has scenarios. Failures that are known are in conformance.yml; one that no longer fails is an error, too.
// Needs `npm ci --prefix tools`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const suite = `${root}tools/node_modules/@modelcontextprotocol/conformance/dist/index.js`

const handshake = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list']
const stateless = [
  ...['tools-list', 'resources-list', 'prompts-list', 'sep-2164-resource-not-found', 'caching'],
  ...['http-header-validation', 'input-required-result-unsupported-methods', 'server-stateless'],
]
const scenarios = {
  '2025-06-18': handshake,
  '2025-11-25': [...handshake, 'dns-rebinding-protection'],
  '2026-07-28': [...stateless, 'dns-rebinding-protection'],
}

const server = spawn(process.execPath, ['dist/cli/main.js', 'serve', 'archive', '--port', '0'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(createInterface({ input: server.stdout }), 'line')
const url = `${/http:\S+/.exec(line)?.[0]}/mcp`
const node = nodeForSuite()
const failed = []
try {
  for (const [version, names] of Object.entries(scenarios)) {
    for (const name of names) {
      const { code, output } = await run(name, version)
      const tally = /Passed: (\d+\/\d+)/.exec(output)?.[1]
      // A scenario that a version does not have ends well without a check.
      const passed = code === 0 && tally !== undefined
      console.log(`${passed ? 'ok    ' : 'FAILED'} ${version} ${name} ${tally ?? 'no check ran'}`)
      if (!passed) failed.push(`${version} ${name}\n${output}`)
    }
  }
} finally {
  server.kill()
}
if (failed.length > 0) {
  console.error(failed.join('\n'))
  process.exitCode = 1
}

/** @param {string} scenario @param {string} version */
async function run(scenario, version) {
  const baseline = `${root}tools/conformance.yml`
  const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', version]
  const child = spawn(node, [suite, ...args, '--expected-failures', baseline], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

/** The suite wants Node 22; where an older one runs this, the tools bring a newer one. */
function nodeForSuite() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  const own = `${root}tools/node_modules/node-${process.platform}-${process.arch}/bin/node`
  if (existsSync(own)) return own
  throw new Error('the suite needs Node 22 or newer; `npm ci --prefix tools` brings one for Linux')
}
