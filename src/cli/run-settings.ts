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
    fallback: 'all posts; no clock is read',
  },
  workers: { flag: '--workers <number>', help: 'processes that share the port', fallback: '1' },
  compileTimeout: {
    flag: '--compile-timeout <seconds>',
    env: 'COMPILE_TIMEOUT',
    help: 'longest time to compile the content; a reload that takes longer is given up',
    fallback: '300',
  },
  prefixStripped: {
    flag: '--prefix-stripped',
    help: 'answer requests without the path of the base URL, as a proxy sends them that removes it',
    fallback: 'off',
  },
  watch: {
    flag: '--watch',
    help: 'compile again a quiet second after anything in the folder has changed; SIGHUP does it at once',
    fallback: 'off',
  },
  log: { flag: '--log', help: 'write one JSON line a request to standard output', fallback: 'off' },
  logFormat: {
    flag: '--log-format <format>',
    help: 'text for people, or ecs for one JSON object a line with the names of the Elastic Common Schema, in all that is written',
    fallback: 'text',
  },
  readyFile: {
    flag: '--ready-file <path>',
    help: 'file that is there for as long as requests are answered',
    fallback: 'none',
  },
  metrics: { flag: '--metrics <port>', help: 'port to answer Prometheus on', fallback: 'none' },
  metricsHost: {
    flag: '--metrics-host <address>',
    help: 'address to answer Prometheus on',
    fallback: '127.0.0.1',
  },
} as const satisfies Record<string, Setting>
