/** A setting of a run: flag, environment variable, default and help text, declared once. */
export interface Setting {
  /** As commander reads it. */
  readonly flag: string
  readonly env?: string
  readonly help: string
  /** As it is written in help and reference; the value itself is worked out in `cli/`. */
  readonly fallback: string
}

export const settings = {
  port: {
    flag: '--port <number>',
    env: 'PORT',
    help: 'port to listen on; 0 picks a free one',
    fallback: '3000',
  },
  host: { flag: '--host <address>', env: 'HOST', help: 'address to listen on', fallback: '127.0.0.1' },
  baseUrl: {
    flag: '--base-url <url>',
    env: 'BASE_URL',
    help: 'where the archive is published; may have a path',
    fallback: 'baseUrl in archive.yaml, else http://localhost:PORT',
  },
  asOf: {
    flag: '--as-of <date>',
    help: 'leave out posts dated later than this day, YYYY-MM-DD',
    fallback: 'include future posts',
  },
  workers: { flag: '--workers <number>', help: 'processes that share the port', fallback: '1' },
  compileTimeout: {
    flag: '--compile-timeout <seconds>',
    env: 'COMPILE_TIMEOUT',
    help: 'time limit for compiling the content; a reload that takes longer is abandoned',
    fallback: '300',
  },
  prefixStripped: {
    flag: '--prefix-stripped',
    help: 'expect a proxy that strips the path of the base URL',
    fallback: 'off',
  },
  watch: {
    flag: '--watch',
    help: 'reload one second after the last change in the folder; SIGHUP reloads at once',
    fallback: 'off',
  },
  log: { flag: '--log', help: 'write one JSON line per request to standard output', fallback: 'off' },
  logFormat: {
    flag: '--log-format <format>',
    help: 'format of everything the server writes; ecs is one Elastic Common Schema object per line',
    fallback: 'text',
  },
  readyFile: {
    flag: '--ready-file <path>',
    help: 'file that exists while requests are answered',
    fallback: 'none',
  },
  metrics: { flag: '--metrics <port>', help: 'port for Prometheus metrics', fallback: 'none' },
  metricsHost: {
    flag: '--metrics-host <address>',
    help: 'address for Prometheus metrics',
    fallback: '127.0.0.1',
  },
} as const satisfies Record<string, Setting>
