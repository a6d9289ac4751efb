// search.js
import { readFileSync } from 'node:fs'
import { search, unpack } from 'citable/serve'

const snapshot = unpack(readFileSync('archive.bin'))
const found = search(snapshot, 'how was it measured', { tag: 'method', since: '2026', limit: 3 })
for (const { citation, passages } of found?.hits ?? []) console.log(citation, '\n', passages[0]?.text)
