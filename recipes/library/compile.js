// compile.js
import { writeFileSync } from 'node:fs'
import { compile, fromFolder, packInMemory } from 'citable/compile'

const { value: snapshot, diagnostics } = await compile(fromFolder('archive'), {
  baseUrl: 'https://example.org',
})
for (const { path, line, column, message } of diagnostics)
  console.error(`${path}:${line}:${column} ${message}`)
if (!snapshot) process.exit(1)
writeFileSync('archive.bin', packInMemory(snapshot))
