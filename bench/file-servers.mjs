import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cores, freePort, serverFrom } from './processes.mjs'

/** Programs that serve files and are not written in JavaScript. */

/** @param {string} site @param {string} dir */
export async function nginx(site, dir) {
  const port = await freePort()
  const work = join(dir, `nginx-${port}`)
  mkdirSync(work)
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${work}/${name};`,
  )
  // One process without a master, as every other contender has.
  const settings = `daemon off; master_process off; pid ${work}/pid; error_log stderr;
events { worker_connections 1024; }
http {
  ${scratch.join(' ')}
  types { text/html html; application/json json; }
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=1000; gzip_static on;
  server { listen 127.0.0.1:${port}; root ${site}; expires 1h; }
}
`
  writeFileSync(join(work, 'nginx.conf'), settings)
  return serverFrom(['nginx', '-p', work, '-c', join(work, 'nginx.conf')], { core: cores.server, port })
}

/** @param {string} site @param {string} dir */
export async function caddy(site, dir) {
  const port = await freePort()
  const file = join(dir, `Caddyfile-${port}`)
  writeFileSync(
    file,
    `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  root * ${site}
  header Cache-Control "public, max-age=3600"
  file_server {
    precompressed br gzip
  }
}
`,
  )
  const env = { GOMAXPROCS: '1', HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  return serverFrom(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    core: cores.server,
    port,
    env,
  })
}

/** @param {string} name */
export function isInstalled(name) {
  return versionOf(name) !== ''
}

/** Of a program, as it says itself; '' when it is not there. @param {string} name */
export function versionOf(name) {
  const { stdout, stderr, error } = spawnSync(name, [name === 'nginx' ? '-v' : 'version'], {
    encoding: 'utf8',
  })
  return error ? '' : `${name} ${/\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? '?'}`
}
