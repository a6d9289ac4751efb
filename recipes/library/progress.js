// progress.js
import { writeFileSync } from 'node:fs'
import { compile, fromFolder, packInMemory } from 'citable/compile'

const { value: snapshot, diagnostics } = await compile(fromFolder('archive'), {
  baseUrl: 'https://example.org',
  onProgress: ({ phase, done, total }) => console.error(`${phase}: ${done} of ${total ?? 'many'}`),
  signal: AbortSignal.timeout(120_000),
})
for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
if (!snapshot) process.exit(1)
writeFileSync('watched.bin', packInMemory(snapshot))
