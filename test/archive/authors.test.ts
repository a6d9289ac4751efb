import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readArchive } from '../../src/build/read-archive.ts'
import { build, post } from './build.ts'

const settings = `author: { name: The Review, type: organization, url: "https://example.org/" }
authors:
  ada: { name: Ada Lovelace, url: "https://example.org/ada" }
  sukarno: { name: Sukarno, family: Sukarno }
  lab: { name: The Lab, type: organization }
  wesson: { name: Smith and Wesson }
  Ada and Charles Ltd: { name: Engines, type: organization }
`
const ada = { name: 'Ada Lovelace', type: 'person', url: 'https://example.org/ada' }
const lab = { name: 'The Lab', type: 'organization' }
const review = { name: 'The Review', type: 'organization', url: 'https://example.org/' }
const person = (name: string, more = {}) => ({ name, type: 'person', ...more })
const grace = person('Grace', { url: 'https://example.org/g' })

describe('the authors of a post', () => {
  for (const [written, authors] of [
    ['', [review]],
    ['author: Grace Hopper', [person('Grace Hopper')]],
    ...['admin', 'Root', 'author', 'Unknown Author'].map((name) => [`author: ${name}`, [review]] as const),
    ['authors: [Unknown author, ada]', [ada]],
    ['author: Justin&#160;Gehtland', [person('Justin Gehtland')]],
    ['author: Jos&eacute; Diaz &amp; Mary Somerville', [person('José Diaz'), person('Mary Somerville')]],
    ['authors: [{ name: Jos&#233; Diaz }, O&#39;Neil]', [person('José Diaz'), person("O'Neil")]],
    ['author: Root Rasmussen', [person('Root Rasmussen')]],
    ['byline: Grace Hopper', [person('Grace Hopper')]],
    ['author: ada', [ada]],
    ['author: "@ada"', [ada]],
    ['authors: [ada, lab, Grace Hopper]', [ada, lab, person('Grace Hopper')]],
    ['author: ada, lab', [ada, lab]],
    ['author: ada and lab', [ada, lab]],
    ['author: Smith and Wesson', [person('Smith and Wesson')]],
    ['authors: [Smith and Wesson, ada]', [person('Smith and Wesson'), ada]],
    ['author: Ada and Charles Ltd', [{ name: 'Engines', type: 'organization' }]],
    ['author: Ada and Charles', [person('Ada'), person('Charles')]],
    ['author: Ada Lovelace,Mary Somerville', [person('Ada Lovelace'), person('Mary Somerville')]],
    [
      'author: Ada Lovelace, Charles Babbage and Mary Somerville',
      [person('Ada Lovelace'), person('Charles Babbage'), person('Mary Somerville')],
    ],
    ['author: Ada Lovelace & Mary Somerville', [person('Ada Lovelace'), person('Mary Somerville')]],
    [
      'author: Ada Lovelace (London), Grace Hopper (US Navy)',
      [person('Ada Lovelace'), person('Grace Hopper')],
    ],
    [
      'authors: [Ada Lovelace, Grace Hopper and Mary Somerville]',
      ['Ada Lovelace', 'Grace Hopper', 'Mary Somerville'].map((name) => person(name)),
    ],
    ['author: Grace (Hopper)', [person('Grace (Hopper)')]],
    ['author: Grace (@grace)', [person('Grace')]],
    ['author: Ada Lovelace and @grace', [person('Ada Lovelace'), person('@grace')]],
    ['author: Lovelace, Ada; Hopper, Grace', [person('Lovelace, Ada'), person('Hopper, Grace')]],
    ['authors: ["Lovelace, Ada", "Hopper, Grace"]', [person('Lovelace, Ada'), person('Hopper, Grace')]],
    ['author: Sammy Davis, Jr.', [person('Sammy Davis, Jr.')]],
    ['author: Sammy Davis, Jr. and Grace Hopper', [person('Sammy Davis, Jr.'), person('Grace Hopper')]],
    ['author: Acme, Inc.', [person('Acme, Inc.')]],
    ...['July 2011', '2011-07-04', 'editor', 'updated by Mary Somerville', 'Head of the Engine Center'].map(
      (addition) => [`author: "Ada Lovelace, ${addition}"`, [person('Ada Lovelace')]] as const,
    ),
    ...[', on behalf of the Analysts and the Engine Center', ' on behalf of the Analysts'].map(
      (role) => [`author: "Ada Lovelace${role}"`, [person('Ada Lovelace')]] as const,
    ),
    ['author: Ada Lovelace & @grace', [person('Ada Lovelace'), person('@grace')]],
    ['author: Ada Lovelace & GH', [person('Ada Lovelace'), person('GH')]],
    [
      'author: Ada Lovelace, Grace Hopper & Engine Center',
      [person('Ada Lovelace'), person('Grace Hopper'), person('Engine Center')],
    ],
    ['author: Grace Hopper, Charles', [person('Grace Hopper, Charles')]],
    ['author: Johnson & Johnson', [person('Johnson & Johnson')]],
    ['author: The Trust and Safety Team', [person('The Trust and Safety Team')]],
    ['author: Grace Hopper and the Navy', [person('Grace Hopper'), person('the Navy')]],
    [
      'author: Vincent van Gogh, Ludwig van Beethoven',
      [person('Vincent van Gogh'), person('Ludwig van Beethoven')],
    ],
    ['author: José Ortega y Gasset', [person('José Ortega y Gasset')]],
    ['author: 山田太郎、鈴木花子', [person('山田太郎'), person('鈴木花子')]],
    ['author: Lovelace, Ada', [person('Lovelace, Ada')]],
    ['author: The Review', [review]],
    ['author: constructor', [person('constructor')]],
    ['author: Grace <grace@example.org>', [person('Grace', { email: 'grace@example.org' })]],
    ['author: "[Grace](https://example.org/g)"', [grace]],
    [
      'author: "[Grace](https://example.org/g) (Navy), [Ada](https://example.org/a), and [Mary](https://example.org/m)"',
      [
        grace,
        person('Ada', { url: 'https://example.org/a' }),
        person('Mary', { url: 'https://example.org/m' }),
      ],
    ],
    [
      'author: "[Grace](https://example.org/g), who likes [ships](https://example.org/s), and Ada"',
      [grace, person('Ada')],
    ],
    ['author: "Grace ([@grace](https://example.org/g)), admiral"', [grace]],
    [
      'author: "Ada and Grace ([@grace](https://example.org/g)), friends of [ships](https://example.org/s)"',
      [person('Ada'), grace],
    ],
    [`author: "<a href='https://example.org/g'>Grace</a> & <b>Ada</b>"`, [grace, person('Ada')]],
    [
      'author: ["[[Ada Lovelace]]", "[[people/Grace Hopper|Grace]]"]',
      [person('Ada Lovelace'), person('Grace')],
    ],
    ['author: { name: Grace, url: "https://example.org/g" }', [grace]],
    ['author: { name: Grace, url: "javascript:alert(1)" }', [person('Grace')]],
    ['author: { name: Grace Hopper, family: Hopper }', [person('Grace Hopper', { family: 'Hopper' })]],
    ['author: { name: Mao Zedong, last_name: Mao }', [person('Mao Zedong', { family: 'Mao' })]],
    ['author: sukarno', [person('Sukarno', { family: 'Sukarno' })]],
    ['authors: [{ name: Acme, type: organization }]', [{ name: 'Acme', type: 'organization' }]],
    ['authors: [{ name: ada }]', [ada]],
    ['authors: [{ key: ada, title: Countess }]', [ada]],
    ['authors: [{ title: Grace }]', [person('Grace')]],
  ] as const) {
    test(written || 'none', async () => {
      const front = written === '' ? '' : `${written}\n`
      const { posts } = await build({ 'archive.yaml': settings, 'posts/week-01.md': post('Text.', front) })
      expect(posts[0]?.authors).toEqual(authors)
    })
  }
})

describe('an ambiguous byline is resolved by other posts', () => {
  const names = async (...bylines: readonly string[]) => {
    const files = bylines.map((byline, nth) => [
      `posts/week-0${nth + 1}.md`,
      post('Text.', `author: ${byline}\n`),
    ])
    const { posts } = await build(Object.fromEntries(files))
    return posts.find(({ id }) => id === 'week-01')?.authors.map(({ name }) => name)
  }

  test('its parts are authors if other posts name each of them alone', async () => {
    expect(await names('Ada, Charles', 'Ada', 'Charles')).toEqual(['Ada', 'Charles'])
    expect(await names('Lovelace, Ada', 'Mary')).toEqual(['Lovelace, Ada'])
  })

  test('text after the names of two people is an affiliation', async () => {
    expect(await names('Ada Lovelace, Engines', 'Mary Somerville, Engines')).toEqual(['Ada Lovelace'])
    const joint = 'Ada Lovelace and Grace Hopper, Engine Center'
    const others = ['Mary Somerville, Engine Center', 'Jane Marcet, Engine Center', 'Engine Center']
    expect(await names(joint, ...others)).toEqual(['Ada Lovelace', 'Grace Hopper'])
    expect(await names('Ada Lovelace, Engines', 'Ada Lovelace')).toEqual(['Ada Lovelace'])
    expect(await names('Ada Lovelace, Engines', 'Mary Somerville, Oxford')).toEqual(['Ada Lovelace, Engines'])
  })

  test('a name with an affiliation of its own is never one', async () => {
    const joint = 'Ada Lovelace (Acme), Aizhamal Nurmamat kyzy (Acme)'
    expect(await names(joint, 'Ada Lovelace')).toEqual(['Ada Lovelace', 'Aizhamal Nurmamat kyzy'])
    const between = 'Ada Lovelace (Acme), Ravi kumar Veeramally (Acme)'
    expect(await names(between)).toEqual(['Ada Lovelace', 'Ravi kumar Veeramally'])
  })
})

test('a byline that is the archive’s author as a whole is one author', async () => {
  const { posts } = await build({
    'archive.yaml': 'author: Smith and Wesson\n',
    'posts/week-01.md': post('Text.', 'author: Smith and Wesson\n'),
  })
  expect(posts[0]?.authors).toEqual([{ name: 'Smith and Wesson', type: 'organization' }])
})

describe('an ambiguous byline is reported as written', () => {
  for (const [written, doubts] of [
    ['author: Smith & Sons', ['“Smith & Sons” may be one author or several.']],
    ['author: Lovelace,   Ada', ['“Lovelace, Ada” may be one author or several.']],
    [
      'author: "[Grace](https://example.org/g), Ada Lovelace"',
      ['“[Grace](https://example.org/g), Ada Lovelace” may be one author or several.'],
    ],
    ['authors: ["Smith & Sons"]', []],
    ['authors: [Smith & Sons, Grace Hopper]', []],
  ] as const) {
    test(written, async () => {
      const { diagnostics } = await readArchive(
        fromMemory({ 'posts/week-01.md': post('Text.', `${written}\n`) }),
      )
      const found = diagnostics.filter(({ rule }) => rule === 'doubtful-author')
      expect(found.map(({ message }) => message)).toEqual(doubts)
    })
  }
})

test('the archive’s author can be a key of its authors', async () => {
  const named = (written: string) =>
    build({
      'archive.yaml': `${settings.replace(/^author:.*/, `author: ${written}`)}`,
      'posts/week-01.md': post(),
    })
  const [key, handle, group] = await Promise.all([
    named('ada'),
    named('"@ada"'),
    named('{ name: ada, email: a@example.org }'),
  ])
  expect(key.posts[0]?.authors).toEqual([ada])
  expect(key.settings.author).toEqual(ada)
  expect(handle.settings.author).toEqual(ada)
  expect(group.settings.author).toEqual({ ...ada, email: 'a@example.org' })
})

test('the archive’s author can be a plain name', async () => {
  const named = (written: string) =>
    build({ 'archive.yaml': `author: ${written}\n`, 'posts/week-01.md': post() })
  const [alone, group] = await Promise.all([named('Jane Doe'), named('{ name: Jane Doe }')])
  expect(alone.posts[0]?.authors).toEqual([{ name: 'Jane Doe', type: 'organization' }])
  expect(alone.posts[0]?.authors).toEqual(group.posts[0]?.authors)
})
