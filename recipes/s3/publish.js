// publish.js
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { DeleteObjectsCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'

const [, , Bucket] = process.argv
if (!Bucket) throw new Error('Name the bucket: node publish.js my-bucket')
const s3 = new S3Client()
/** @param {string} file */
const read = (file) => readFileSync(`site/${file}`)

// A page is stored under its URL, which has no ending.
/** @param {string} file */
const keyOf = (file) => (/^(?:index|404)\.html$/.test(file) ? file : file.replace(/\.html$/, ''))
/** @type {string[]} */
const written = JSON.parse(String(read('.citable-build.json'))).files
const files = written.filter((file) => !/^(?:_headers|_redirects|\.nojekyll)$/.test(file))
/** @param {string} file */
const isPage = (file) => file.endsWith('.html')

// Of the headers in `_headers`, S3 stores these two for a file. The last rule that matches its path wins.
const rules = Array.from(
  String(read('_headers')).matchAll(/^(\/.*)\n((?: .*\n)*)/gm),
  ([, path = '', headers = '']) => ({
    matches: new RegExp(`^${path.replace(/[.+?()[\]]/g, '\\$&').replaceAll('*', '.*')}$`),
    type: /^ +Content-Type: (.*)$/m.exec(headers)?.[1],
    cache: /^ +Cache-Control: (.*)$/m.exec(headers)?.[1],
  }),
)
/** @type {Record<string, string>} */
const others = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

const stored = new Map()
for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket }))
  for (const { Key, ETag } of Contents) stored.set(Key, ETag)

/** @param {string} file */
async function upload(file) {
  const [Key, Body] = [keyOf(file), read(file)]
  if (stored.get(Key) === `"${createHash('md5').update(Body).digest('hex')}"`) return
  const own = rules.filter(({ matches }) => matches.test(`/${Key}`))
  const ContentType = own.findLast(({ type }) => type)?.type ?? others[extname(file)]
  const CacheControl = own.findLast(({ cache }) => cache)?.cache
  await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }))
}

// First what pages load and link to, then the pages, then deletions. Old `_files/` stay: pages in caches load them.
for (const step of [files.filter((file) => !isPage(file)), files.filter(isPage)])
  for (let at = 0; at < step.length; at += 16) await Promise.all(step.slice(at, at + 16).map(upload))
const keys = new Set(files.map(keyOf))
const gone = [...stored.keys()].filter((key) => !keys.has(key) && !key.startsWith('_files/'))
for (let at = 0; at < gone.length; at += 1000)
  await s3.send(
    new DeleteObjectsCommand({
      Bucket,
      Delete: { Objects: gone.slice(at, at + 1000).map((Key) => ({ Key })) },
    }),
  )
