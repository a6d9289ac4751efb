import { UsageError } from '../../base/errors.ts'
import { yamlText } from '../../base/yaml-text.ts'
import { termsComment } from '../../content/archive-keys.ts'
import { isGroupName } from '../../content/bylines.ts'
import type { FoundFolder } from './folder.ts'

export interface InitOptions {
  readonly keepUrls?: boolean
  readonly originals?: string
}

/**
 * The archive.yaml for a folder that was looked at. `name` is the folder's own, and `outside` are addresses of the same site that its posts
 * link to.
 */
export function settingsFor(
  found: FoundFolder,
  name: string,
  { keepUrls = false, originals }: InitOptions = {},
  outside: readonly string[] = [],
): string {
  const { generator, site, globs, translations, fileRoots } = found
  const { ids, fields, linkedAddresses, authors, variables } = found
  const { patterns: ownPatterns, lost } = site.addresses ?? { patterns: [], lost: [] }
  const usual = linkedAddresses.length > 0 ? (generator.oldUrls ?? []) : []
  const patterns = [...new Set([...ownPatterns, ...linkedAddresses, ...usual])]
  const [rule] = keepUrls ? [...ownPatterns, ...(generator.oldUrls ?? [])] : []
  if (keepUrls && rule === undefined)
    throw new UsageError(
      'The site’s URL pattern is unknown; set `urls` in archive.yaml instead of --keep-urls.',
    )
  // Many a repository is called as its site is.
  const title = site.title ?? (/\.[a-z]{2,}$/.test(name) ? name : (site.packageName ?? name))
  return [
    '# Settings of this archive, as `citable init` found them. Citable’s docs/REFERENCE.md lists every setting.',
    `title: ${yamlText(title)}`,
    line('description', site.description, 'One sentence about the publication.'),
    site.language && `language: ${yamlText(site.language)}`,
    '# Cited when a post names no author; type is person or organization.',
    authorLine(site),
    site.timeZone && `timeZone: ${yamlText(site.timeZone)}`,
    line('baseUrl', originals === undefined ? site.baseUrl : undefined, 'https://archive.example'),
    originals !== undefined && `originals: ${yamlText(originals)}`,
    rule !== undefined && `urls: ${yamlText(rule)}`,
    '',
    ...(site.terms === undefined
      ? [termsComment]
      : ['# The license, as the site states it.', `terms: ${yamlText(site.terms)}`, '']),
    '# The generator the posts were written for, and where posts and files are.',
    `generator: ${generator.name}`,
    `posts: ${list(globs)}`,
    translations.length > 0 && `# Excluded, because an archive has one language: ${shortList(translations)}.`,
    `files: ${list(fileRoots)}`,
    site.future !== undefined && `future: ${site.future}`,
    ...block(
      fields.size > 0,
      '# Your own front matter keys, by Citable’s name for each.',
      'fields:',
      ...Array.from(fields, ([name, key]) => `  ${name}: ${yamlText(key)}`),
    ),
    ...idLines(ids),
    ...block(
      patterns.length > 0 || lost.length > 0,
      '# Old URLs of posts; each redirects to the post.',
      ...lost.map((name) => `# Not carried over: \`${name}\` in the site’s permalinks.`),
      patterns.length > 0 && `oldUrls: ${list(patterns)}`,
    ),
    ...block(
      outside.length > 0,
      '# Posts link to these parts of the site, which are not in the archive. If they stay online, uncomment the line.',
      `# siteLinks: ${list(outside)}`,
    ),
    ...block(
      variables.size > 0,
      '# Values for {{ … }} in posts, from the site’s settings.',
      'components:',
      ...Array.from(variables, ([name, value]) => `  ${name}: ${yamlText(value)}`),
    ),
    ...block(
      authors.size > 0,
      '# Authors, by the key that posts use for them.',
      'authors:',
      ...Array.from(authors, ([key, { name, url, email, picture }]) => {
        const known = Object.entries({ name, url, email, picture }).flatMap(([one, value]) =>
          value === undefined ? [] : [[one, value] as const],
        )
        return `  ${yamlText(key)}: { ${known.map(([name, value]) => `${name}: ${yamlText(value)}`).join(', ')} }`
      }),
    ),
    '',
  ]
    .filter((one) => typeof one === 'string')
    .join('\n')
}

/** A publication may be its own author; what its folder or its package is called is nobody. */
function authorLine({ publisher, title }: FoundFolder['site']): string {
  if (publisher) {
    const url = publisher.url === undefined ? '' : `, url: ${yamlText(publisher.url)}`
    const type = isGroupName(publisher.name) ? 'organization' : 'person'
    return `author: { name: ${yamlText(publisher.name)}, type: ${type}${url} }`
  }
  return title === undefined
    ? '# author: { name: Your Name, type: person }'
    : `author: { name: ${yamlText(title)}, type: organization }`
}

/** Lines that belong together, after an empty one. */
function block<Line>(isNeeded: boolean, ...lines: readonly Line[]): (Line | string)[] {
  return isNeeded ? ['', ...lines] : []
}

function idLines(ids: string | undefined): string[] {
  const why = '# Some posts have the same name, so their ids need more than that.'
  const lines = ids === undefined ? [`${why} Give them a \`slug\`.`] : [why, `ids: ${yamlText(ids)}`]
  return block(ids !== '{slug}', ...lines)
}

/** What is not known is left for the publisher, as a comment. */
function line(key: string, value: string | undefined, example: string): string {
  return value === undefined ? `# ${key}: ${example}` : `${key}: ${yamlText(value)}`
}

function list(values: readonly string[]): string {
  return values.length === 1 ? yamlText(values[0] ?? '') : `[${values.map(yamlText).join(', ')}]`
}

function shortList(values: readonly string[]): string {
  const shown = values.slice(0, 8).join(', ')
  return values.length > 8 ? `${shown} and ${values.length - 8} more` : shown
}

/** A small archive that serves at once, and whose posts say how more are written. */
export const starter: Readonly<Record<string, string>> = {
  'archive.yaml': `# Settings of this archive. All of them are optional; Citable’s docs/REFERENCE.md lists the rest.
title: A new archive
description: A publication that programs and agents can read and cite.
author:
  name: Your Name
  type: person # or organization
# Where it will be published, such as https://archive.example:
# baseUrl: https://archive.example
${termsComment}`,
  'posts/2026-01-05-a-first-post.md': `---
title: A first post
summary: What goes into a post, and how it is published.
tags: [writing]
---

A post is a file of markdown in \`posts/\`. Its name begins with the day it was published; the rest of the name is its id, so this one is
\`a-first-post\`. The lines between the two \`---\` say what the text does not: here a summary and a tag. Only the text is required.

## How it is published

Each post is published as a page for people, as markdown under the same address with \`.md\` at the end, and as JSON. Programs find all
of them in \`/api/v1/posts.json\`, and agents search and quote them by way of \`/mcp\`.

## What to write next

Change this file, and a running server shows the change. The [second post](2026-01-12-links-and-pictures.md) is about links.
`,
  'posts/2026-01-12-links-and-pictures.md': `---
title: Links and pictures
summary: How to link to posts, headings and files.
tags: [writing]
---

Link to another post by its file: [the first one](2026-01-05-a-first-post.md), or [one of its
headings](2026-01-05-a-first-post.md#how-it-is-published). Links are checked before anything is published, and \`citable check\` names
the line of each that leads nowhere.

## Files

Put a picture next to the post, or in any folder here, and write \`![What it shows](picture.png)\`. Only files that a post refers to are
published.

## The rest of markdown

| it has | as on GitHub |
| --- | --- |
| tables | like this one |
| footnotes | like the one below[^1] |
| formulas | $a^2 + b^2 = c^2$ |

[^1]: A draft has \`draft: true\` in its first lines, and is not published.
`,
  'pages/about.md': `---
title: About
---

Who writes here, and why. A page is published under its file name: this one at \`/about\`.
`,
}
