// build.js
import { build, fromFolder } from 'citable/compile'

const { value: written, diagnostics } = await build(fromFolder('archive'), {
  baseUrl: 'https://example.org',
  out: 'site',
})
for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
if (!written) process.exit(1)
console.log(`${written.files} files in ${written.out}`)
