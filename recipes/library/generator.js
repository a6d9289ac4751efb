// generator.js
import { writeFileSync } from 'node:fs'
import { compile, fromFolder, packInMemory } from 'citable/compile'
import { lume } from './lume.js'

const { value: snapshot, diagnostics } = await compile(fromFolder('site'), {
  baseUrl: 'https://example.org',
  generators: [lume],
})
for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
if (!snapshot) process.exit(1)
writeFileSync('site.bin', packInMemory(snapshot))
