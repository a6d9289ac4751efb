// The official MCP server package in a process of its own, with tools that give the results in a file: `node bench/mcp-peer.mjs FILE`.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { root } from './processes.mjs'

const require = createRequire(`${root}tools/package.json`)
const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href)
const { createMcpHandler, fromJsonSchema, McpServer } = await load('@modelcontextprotocol/server')
const { toNodeHandler } = await load('@modelcontextprotocol/node')

const { tools, results } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

/** As its documentation sets it up: a fresh server for each request, answers as JSON. */
const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'peer', version: '1.0.0' })
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      const schemas = {
        inputSchema: fromJsonSchema(inputSchema),
        ...(outputSchema ? { outputSchema: fromJsonSchema(outputSchema) } : {}),
      }
      server.registerTool(name, { title, description, annotations, ...schemas }, async () => results[name])
    }
    return server
  },
  { responseMode: 'json' },
)
const server = createServer(toNodeHandler(handler)).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
