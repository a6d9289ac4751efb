import { expect, test } from 'vitest'
import { missing, type RuntimeName, runtimes } from '../runtimes/start.ts'
import { compareRuntimes } from './runtimes.ts'

const others = (Object.keys(runtimes) as RuntimeName[]).filter(
  (name) => name !== 'Node, listen' && missing(name) === undefined,
)

test(`Node returns the same responses as ${others.join(', ')}`, async () => {
  const count = 3_000
  const { messages, answers, statuses, differences } = await compareRuntimes(['Node, listen', ...others], {
    seed: 1,
    count,
  })
  expect(differences, differences.join('\n')).toEqual([])
  expect(messages).toBeGreaterThanOrEqual(count)
  for (const name of others) {
    expect(answers.get(name), `responses of ${name} compared`).toBeGreaterThan(0.7 * messages)
  }
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining([200, 202, 204, 304, 308, 400, 404, 405, 406, 412]),
  )
  console.log(`${messages} messages;`, Object.fromEntries(answers))
}, 1_200_000)
