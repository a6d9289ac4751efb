import { compared, fuzzed, idle, slow } from './clients.mjs'
import { disk } from './disk.mjs'
import { buildKills, serverKills } from './kills.mjs'
import { restarts, soak } from './long.mjs'
import { broken, reloads } from './reloads.mjs'

/**
 * @typedef {object} Plan
 * @property {boolean} short As much as somebody waits for after each change.
 * @property {number} seed
 * @property {number | undefined} [points] Of a build, the most kills at each kind of system call.
 * @property {number | undefined} [requests] To be fuzzed, each way.
 * @property {number | undefined} [minutes] Of mixed load.
 */
/**
 * @typedef {object} Outcome
 * @property {Readonly<Record<string, number>>} counts
 * @property {readonly string[]} failures
 * @property {string} [skipped] Why nothing was tried.
 */

/** What is done to the program, and what must hold. @type {Readonly<Record<string, { promise: string, run: (plan: Plan) => Promise<Outcome> }>>} */
export const scenarios = {
  reloads: {
    promise:
      'Content changes and is read again under full load: every answer is whole and of one state, and none goes back to an earlier one.',
    run: reloads,
  },
  broken: {
    promise:
      'Each mistake in content that the tests know, at a reload under load: what was served stays, or the content is published with warnings.',
    run: broken,
  },
  build: {
    promise:
      'A build is killed at a system call that changes the disk or waits for it: each file is old or new, with `--releases` the whole site is, and the next build repairs it and leaves nothing.',
    run: buildKills,
  },
  server: {
    promise:
      'kill -9 of the process that compiles, of workers and of the server, under load: what is answered is whole, workers are replaced, no temporary file is left.',
    run: serverKills,
  },
  disk: {
    promise:
      'A full disk and a read-only one: what was there stays as it was, and so do files of others; with room again all goes on.',
    run: disk,
  },
  restarts: {
    promise: 'Two servers after nginx are stopped and started in turn under load: no request fails.',
    run: restarts,
  },
  idle: { promise: 'Many connections that are idle: others are answered.', run: idle },
  slow: {
    promise:
      'Clients that send much and read nothing, and clients that read slowly: memory is bounded, and others are answered.',
    run: slow,
  },
  fuzz: {
    promise: 'Odd requests: each gets one answer that keeps every promise, and the server says nothing.',
    run: fuzzed,
  },
  differential: {
    promise:
      'The same odd bytes to the fast lane and to node:http alone, whole, cut anywhere and several messages in a row: both answer the same.',
    run: compared,
  },
  soak: { promise: 'Mixed load for long: memory and descriptors stay where they are.', run: soak },
}
