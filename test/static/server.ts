import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folder, readArchive } from '../../src/compile.ts'
import type { Server } from '../../src/cli/targets/names.ts'
import { staticTarget } from '../../src/cli/targets/static.ts'
import { connect } from '../contract/client.ts'
import type { Running, Start } from '../contract/site.ts'

/**
 * A real server with the files of an archive and the configuration that a build writes beside them; only the port is changed. MCP is said to be
 * answered where the contract has it, so that its manifests are among the files.
 */
export function serverOf(program: string, server: Server): Start {
  return async (archiveDir, { baseUrl }) => {
    const dir = mkdtempSync(join(tmpdir(), `citable-${server}-`))
    const out = join(dir, 'site')
    const { value: archive } = await readArchive(folder(archiveDir), { baseUrl })
    if (!archive) throw new Error('the archive has errors')
    await staticTarget(archive, { out, server, compress: true, mcpUrl: `${baseUrl}/mcp` })
    const port = await freePort()
    const written = readFileSync(join(out, servers[server].name), 'utf8')
    const { config, args } = servers[server].command(dir, written, port)
    writeFileSync(join(dir, 'config'), config)
    return running(program, args, dir, port)
  }
}

/** A server with a configuration of one's own. */
export async function running(
  program: string,
  args: readonly string[],
  dir: string,
  port: number,
): Promise<Running> {
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(program, args, {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CITABLE_ADDRESS: origin, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'exit')
  await answering(origin, () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`)
  })
  return {
    origin,
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const servers = {
  nginx: {
    name: '_nginx.conf',
    command: (dir: string, written: string, port: number) => ({
      config: `daemon off; master_process off; pid ${dir}/pid; error_log stderr;
events { worker_connections 256; }
http {
  access_log off; client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
${replaced(written, 'listen 80;', `listen 127.0.0.1:${port};`)}
}
`,
      args: ['-p', dir, '-c', join(dir, 'config')],
    }),
  },
  caddy: {
    name: '_Caddyfile',
    command: (dir: string, written: string) => ({
      config: `{\n  admin off\n}\n${written}`,
      args: ['run', '--adapter', 'caddyfile', '--config', join(dir, 'config')],
    }),
  },
} as const

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the configuration has no "${from}"`)
  return text.replace(from, to)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function answering(origin: string, check: () => void): Promise<void> {
  const client = connect(origin)
  try {
    for (let left = 300; left > 0; left--) {
      check()
      try {
        await client('/')
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    throw new Error(`${origin} does not answer`)
  } finally {
    client.close()
  }
}
