import { compared, fuzzed, idle, slow } from './clients.mjs'
import { disk } from './disk.mjs'
import { buildKills, serverKills } from './kills.mjs'
import { restarts, soak } from './long.mjs'
import { broken, reloads } from './reloads.mjs'

/**
 * @typedef {object} Plan
 * @property {boolean} short A run of seconds.
 * @property {number} seed
 * @property {number | undefined} [points] Maximum kills of a build per kind of system call.
 * @property {number | undefined} [requests] Fuzzed requests per parser.
 * @property {number | undefined} [minutes] Duration of the mixed load.
 */
/**
 * @typedef {object} Outcome
 * @property {Readonly<Record<string, number>>} counts
 * @property {readonly string[]} failures
 * @property {string} [skipped] Why the scenario was skipped.
 */

/** Each fault, and what must hold. @type {Readonly<Record<string, { requirement: string, run: (plan: Plan) => Promise<Outcome> }>>} */
export const scenarios = {
  reloads: {
    requirement:
      'Content is reloaded under full load: every response is complete and from one state, and never from an earlier one than before.',
    run: reloads,
  },
  broken: {
    requirement:
      'Each kind of broken content is reloaded under load: the server keeps the old content, or publishes the new one with warnings.',
    run: broken,
  },
  build: {
    requirement:
      'A build is killed at each system call that changes the disk or waits for it: every file is old or new, and the next build repairs the site and leaves nothing behind.',
    run: buildKills,
  },
  server: {
    requirement:
      'The compiler process, workers and the server are killed with SIGKILL under load: every response is complete, workers are replaced, and no temporary file is left.',
    run: serverKills,
  },
  disk: {
    requirement:
      'The disk is full or read-only: the site and files of others are unchanged, and builds work again once there is space.',
    run: disk,
  },
  restarts: {
    requirement: 'Two servers behind nginx are restarted in turn under load: no request fails.',
    run: restarts,
  },
  idle: { requirement: 'Many idle connections: other clients are served.', run: idle },
  slow: {
    requirement:
      'Clients that send without reading, and clients that read slowly: memory is bounded, and other clients are served.',
    run: slow,
  },
  fuzz: {
    requirement: 'Fuzzed requests: each gets exactly one valid response, and the server logs no error.',
    run: fuzzed,
  },
  differential: {
    requirement:
      'The same fuzzed bytes, pipelined and split anywhere, go to the fast lane and to node:http: both return the same responses.',
    run: compared,
  },
  soak: { requirement: 'Mixed load over a long time: memory and file descriptors do not grow.', run: soak },
}
