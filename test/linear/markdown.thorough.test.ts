import { describe } from 'vitest'
import { makeBody, parseBody } from '../../src/archive/body.ts'
import { checkTargets } from '../../src/archive/checks/checks.ts'
import { planArchive } from '../../src/archive/plan.ts'
import { readContent } from '../../src/content/read.ts'
import { fromMemory } from '../../src/content/source.ts'
import { TextFile } from '../../src/base/text-file.ts'
import { post } from '../archive/build.ts'
import { testLinear } from './ratio.ts'
import { markdownShapes } from './shapes.ts'

const content = await readContent(fromMemory({ 'posts/week-01.md': post() }))
const { reader } = planArchive(content, { baseUrl: 'https://example.org' })

function read(markdown: string): void {
  const lists = { authors: [], tags: [], categories: [], oldAddresses: [] }
  const facts = { ...lists, draft: false, unlisted: false, featured: false, ignored: 0 }
  const file = new TextFile('posts/week-01.md', markdown)
  const path = '/posts/week-01'
  const document = { file, base: 'posts', facts, key: '', bodyStart: 0, hasLayout: false }
  checkTargets([makeBody(parseBody(document, path, reader), path, reader)])
}

describe('a body is read in linear time', () => testLinear(markdownShapes, read, 4000))
