// An archive of any size, the same on every machine: `node bench/generate.mjs DIR COUNT` writes one by hand.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Posts of about a thousand words each, with what posts have: headings, lists, tables, links, code. */
export function generate(/** @type {string} */ dir, /** @type {number} */ count) {
  mkdirSync(join(dir, 'posts'), { recursive: true })
  writeFileSync(join(dir, 'archive.yaml'), archiveYaml)
  for (let number = 1; number <= count; number++) {
    writeFileSync(join(dir, 'posts', `${idOf(number)}.md`), post(number, count))
  }
}

export function idOf(/** @type {number} */ number) {
  return `week-${String(number).padStart(5, '0')}`
}

const archiveYaml = `title: The Bench Review
description: Generated posts of about a thousand words, to measure with.
author:
  name: Bea Bench
baseUrl: https://bench.example.net
idPattern: '^week-\\d{5}$'
`

const day = 86_400_000
const firstDay = Date.UTC(1995, 0, 2)

function post(/** @type {number} */ number, /** @type {number} */ count) {
  const text = writer(number)
  const date = new Date(firstDay + number * day).toISOString().slice(0, 10)
  const other = () => idOf(1 + text.below(count))
  const sections = [
    [text.paragraph(58), text.paragraph(58), text.list(6)],
    [text.paragraph(48), text.table(6), text.paragraph(48)],
    [text.paragraph(68), text.code(), text.paragraph(58)],
    [text.paragraph(48), `> ${text.paragraph(18)}`, text.paragraph(58), text.list(5)],
    [
      text.paragraph(58),
      `${text.sentence(12)} It follows [${text.words(3)}](${other()}.md).`,
      text.paragraph(68),
    ],
  ]
  const body = sections.map((blocks) => [`## ${text.title(4)}`, ...blocks].join('\n\n')).join('\n\n')
  return `---
title: ${text.title(6)}
series: ${number % 2 === 0 ? 'practice' : 'research'}
summary: ${text.sentence(18)} ${text.sentence(14)}
tags: [${text.tag()}, ${text.tag('-')}]
published: ${date}
modified: ${date}T12:00:00Z
---

${text.paragraph(60)} See [${text.words(2)}](${other()}.md) and <https://www.rfc-editor.org/rfc/rfc9110>.

${body}
`
}

/** Draws words as prose does: few of them make up most of it, so that it compresses as prose does. */
function writer(/** @type {number} */ seed) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1
  const random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const below = (/** @type {number} */ limit) => Math.floor(random() * limit)
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? 'the'
  const words = (/** @type {number} */ length) => Array.from({ length }, word).join(' ')
  const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1)
  const sentence = (/** @type {number} */ length) => `${capital(words(length))}.`
  const emphasis = (/** @type {string} */ text) => [`*${text}*`, `**${text}**`, `\`${text}\``][below(3)]
  return {
    below,
    words,
    sentence,
    title: (/** @type {number} */ length) => capital(words(length)),
    tag: (joint = '') => `topic${joint}${below(20)}`,
    paragraph(/** @type {number} */ length) {
      const sentences = []
      for (let left = length; left > 0; left -= 14) sentences.push(sentence(Math.min(14, left)))
      sentences.splice(1, 0, `${capital(words(4))} ${emphasis(words(2))} ${words(3)}.`)
      return sentences.join(' ')
    },
    list: (/** @type {number} */ length) => Array.from({ length }, () => `- ${sentence(9)}`).join('\n'),
    table(/** @type {number} */ rows) {
      const row = () => `| ${words(2)} | ${below(10_000)} | ${words(3)} |`
      return ['| name | count | remark |', '|---|---:|---|', ...Array.from({ length: rows }, row)].join('\n')
    },
    code() {
      const lines = Array.from(
        { length: 6 },
        () => `const ${word()} = ${word()}(${below(100)}, '${words(2)}')`,
      )
      return ['```js', ...lines, '```'].join('\n')
    },
  }
}

const syllables = 'ta re mi son vel kor an de lu pra gen sti mo ber cal in tor fe nal os'.split(' ')
const common =
  'the of and to a in that is was for it with as on be at by this had not are but from or have an'.split(' ')
const vocabulary = [
  ...common,
  ...Array.from({ length: 4000 }, (_, i) =>
    [i % 20, Math.floor(i / 20) % 20, Math.floor(i / 400) + 3].map((at) => syllables[at]).join(''),
  ),
]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [dir, count] = process.argv.slice(2)
  if (!dir || !Number(count)) throw new Error('usage: node bench/generate.mjs DIR COUNT')
  generate(dir, Number(count))
}
