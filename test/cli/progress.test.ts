import { describe, expect, test } from 'vitest'
import { reportingResources, type Step } from '../../src/build/progress.ts'
import { progressLine, Progress, type ProgressStream } from '../../src/cli/progress.ts'
import { fromFolder } from '../../src/compile.ts'
import { countResources, represent } from '../../src/representations/represent.ts'
import { type Publication, publish } from '../../src/representations/publication.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { fixture } from './run.ts'

/** A terminal: its current lines, and how often the progress line was written. */
function terminal(columns = 80) {
  let [screen, line, writes] = ['', '', 0]
  const stream: ProgressStream & { shown(): string; line(): string; writes(): number } = {
    isTTY: true,
    columns,
    write(text: string) {
      writes++
      for (const piece of text.replaceAll('\r\u001b[K', '⌫').split(/(⌫|\n)/)) {
        if (piece === '⌫') line = ''
        else if (piece === '\n') {
          screen += `${line}\n`
          line = ''
        } else line += piece
      }
    },
    shown: () => screen + line,
    line: () => line,
    writes: () => writes,
  }
  return stream
}

/** Reports each step at its time, in milliseconds, and returns what is shown after each. */
async function shownAt(stream: ReturnType<typeof terminal>, steps: readonly (readonly [number, Step])[]) {
  let time = 0
  const progress = new Progress(stream, () => time)
  const shown: string[] = []
  await progress.during(async (report) => {
    for (const [at, step] of steps) {
      time = at
      report(step)
      shown.push(stream.line())
    }
  })
  return { shown, progress }
}

const parsing = (done: number): Step => ({ phase: 'parsing', done, total: 100 })

describe('progress', () => {
  test('starts after a second, updates one line at most ten times a second, and is cleared at the end', async () => {
    const stream = terminal()
    const steps = [
      [0, parsing(0)],
      [999, parsing(40)],
      [1000, parsing(50)],
      [1050, parsing(55)],
      [1100, parsing(60)],
    ] as const
    const { shown } = await shownAt(stream, steps)
    expect(shown).toEqual([
      '',
      '',
      'Parsing: 50 of 100 posts and pages, 1 s left',
      'Parsing: 50 of 100 posts and pages, 1 s left',
      'Parsing: 60 of 100 posts and pages, 1 s left',
    ])
    expect(stream.shown()).toBe('')
  })

  test('leaves a clean line for later output, after an error too', async () => {
    const stream = terminal()
    let time = 0
    const work = new Progress(stream, () => time).during(async (report) => {
      time = 2000
      report(parsing(10))
      throw new Error('broken')
    })
    await expect(work).rejects.toThrow('broken')
    stream.write('a warning\n')
    expect(stream.shown()).toBe('a warning\n')
  })

  test('writes nothing without a terminal', async () => {
    const stream = { ...terminal(), isTTY: false }
    await shownAt(stream, [
      [0, parsing(0)],
      [5000, parsing(50)],
    ])
    expect(stream.writes()).toBe(0)
  })

  test('is requested from another process only if there is a terminal', async () => {
    const asked = (stream: ProgressStream) =>
      new Progress(stream).duringApart(async (report) => report !== undefined)
    expect(await asked(terminal())).toBe(true)
    expect(await asked({ ...terminal(), isTTY: false })).toBe(false)
  })

  test('never exceeds the width of the terminal', async () => {
    const { shown } = await shownAt(terminal(20), [
      [0, parsing(0)],
      [5000, parsing(50)],
    ])
    expect(shown[1]).toBe('Parsing: 50 of 100 ')
  })

  test('counts seconds by phase', async () => {
    const steps = [
      [0, { phase: 'reading', done: 0 }],
      [500, { phase: 'parsing', done: 0 }],
      [2500, { phase: 'files', done: 1 }],
    ] as const
    const { progress } = await shownAt(terminal(), steps)
    expect([...progress.seconds]).toEqual([
      ['reading', 0.5],
      ['parsing', 2],
      ['files', 0],
    ])
  })
})

test.each<[Step, number, string]>([
  [parsing(50), 10_000, 'Parsing: 50 of 100 posts and pages, 10 s left'],
  [parsing(2), 10_000, 'Parsing: 2 of 100 posts and pages'],
  [parsing(100), 10_000, 'Parsing: 100 of 100 posts and pages'],
  [{ phase: 'writing', done: 7 }, 10_000, 'Writing: 7 URLs'],
  [{ phase: 'sealing', done: 300, total: 400 }, 9_000, 'Compressing: 300 of 400 URLs, 3 s left'],
])('%o after %i ms is shown as "%s"', (step, elapsed, line) => {
  expect(progressLine(step, elapsed)).toBe(line)
})

describe('resources', async () => {
  const { value: archive } = await readArchive(fromFolder(fixture))
  if (!archive) throw new Error('the fixture has errors')
  const published = publish(archive)

  test('match their count', () => {
    const steps: Step[] = []
    const onResource = reportingResources('writing', (step) => steps.push(step), countResources)
    for (const _ of represent(published)) onResource(published)
    expect(steps.length).toBeGreaterThan(50)
    expect(steps.at(-1)).toMatchObject({ phase: 'writing', done: steps.length, total: steps.length })
    expect(steps[0]).toMatchObject({ done: 1, total: steps.length })
  })

  test('are not counted if progress is not shown', async () => {
    const unread: Publication = Object.defineProperty(published, 'home', {
      get: () => {
        throw new Error('they are counted')
      },
    })
    await new Progress({ isTTY: false, write: () => {} }).during(async (report) =>
      reportingResources('writing', report, countResources)(unread),
    )
    expect(() => reportingResources('writing', ({ total }) => total, countResources)(unread)).toThrow(
      'they are counted',
    )
  })
})
