import { parentPort, workerData } from 'node:worker_threads'
import { type BuildPlan, planArchive } from '../archive/plan.ts'
import { TextFile } from '../base/text-file.ts'
import type { SourceDocument } from '../content/document.ts'
import { generatorNamed } from '../generators/registry.ts'
import { DocumentReader, isIndexed } from '../search/read.ts'
import { batches, type ReadJob, type ReadReply, readOne } from './read-threads.ts'

/** Worker thread started by `read-threads.ts`. */
const { content, generator, texts, baseUrl, wanted, next, indexed }: ReadJob = workerData

/** Restores the `TextFile`, which loses its methods in a message. */
const withFile = (source: SourceDocument, text = ''): SourceDocument => ({
  ...source,
  file: new TextFile(source.file.path, text),
})

const plan = planArchive(
  {
    ...content,
    layout: { ...content.layout, generator: generatorNamed(generator) },
    posts: content.posts.map((one) => withFile(one)),
    pages: content.pages.map((one) => withFile(one)),
    redirects: content.redirects.map((one) => withFile(one)),
    invalid: content.invalid.map((one) => withFile(one)),
  },
  { baseUrl },
)
const index = indexed ? new DocumentReader() : undefined
const vocabulary = index?.vocabulary ?? []
const positions = new Map(wanted.map((at, position) => [at, position]))

for (const documents of batches(next, wanted)) {
  const known = vocabulary.length
  const bodies: ReadReply['bodies'][number][] = []
  for (const at of documents) {
    const { file: _, searchText, shown, ...body } = await readOne(plan, at, index, withText(at))
    // The terms are sent once, apart from the parts.
    const part = isIndexed(searchText) ? { ...searchText, vocabulary: [] } : []
    bodies.push({ ...body, shown: shown(), searchText: part })
  }
  const reply: ReadReply = { documents, bodies, newTerms: vocabulary.slice(known) }
  parentPort?.postMessage(reply)
}

function withText(at: number): BuildPlan['documents'][number] {
  const { source, path } = plan.documents[at] as BuildPlan['documents'][number]
  const position = positions.get(at) ?? 0
  const text = Buffer.from(texts.bytes.buffer).toString(
    'utf8',
    texts.ends[position - 1] ?? 0,
    texts.ends[position],
  )
  return { source: withFile(source, text), path }
}
