// SQLite's full-text search, in a Node that brings it: reads {documents, queries, language, limit} from standard input and writes, for each
// query, the numbers of the documents found. Any word is enough; a title counts three times, as its manual shows. Japanese, which has no
// spaces between words, is indexed by three characters in a row, and so is the query.
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const { documents, queries, language, limit } = JSON.parse(readFileSync(0, 'utf8'))
const db = new DatabaseSync(':memory:')
const isSpaced = language !== 'ja'
const tokens = isSpaced ? 'porter unicode61' : 'trigram'
db.exec(`CREATE VIRTUAL TABLE posts USING fts5(title, text, tokenize = '${tokens}')`)
const insert = db.prepare('INSERT INTO posts(rowid, title, text) VALUES (?, ?, ?)')
for (const [number, { title, text }] of documents.entries()) insert.run(number + 1, title, text)
const select = db.prepare('SELECT rowid FROM posts WHERE posts MATCH ? ORDER BY bm25(posts, 3, 1) LIMIT ?')
const found = queries.map((/** @type {string} */ query) => {
  const words = isSpaced
    ? (query.match(/[\p{L}\p{N}]+/gu) ?? [])
    : [...query.matchAll(/(?=([\p{L}\p{N}ー]{3}))/gu)].map(([, three]) => three)
  const expression = words.map((word) => `"${word}"`).join(' OR ')
  return expression === '' ? [] : select.all(expression, limit).map(({ rowid }) => Number(rowid) - 1)
})
process.stdout.write(
  JSON.stringify({ version: String(db.prepare('SELECT sqlite_version() AS v').get()?.v), found }),
)
