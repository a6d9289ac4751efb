// posts.js
import { readFileSync } from 'node:fs'
import { getPost, posts, unpack } from 'citable/serve'

const snapshot = unpack(readFileSync('archive.bin'))
for (const { id, datePublished, title } of await posts(snapshot)) console.log(id, datePublished, title)

const post = await getPost(snapshot, 'week-01')
console.log(post?.bodyMarkdown)
