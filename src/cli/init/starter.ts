import { termsComment } from '../../content/archive-keys.ts'

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
summary: What a post is made of, and what becomes of it.
tags: [writing]
---

A post is a file of markdown in \`posts/\`. Its name begins with the day it was published; the rest of the name is its id, so this one is
\`a-first-post\`. The lines between the two \`---\` say what the text does not: here a summary and a tag. Only the text is required.

## What becomes of it

Each post is published as a page for people, as markdown under the same address with \`.md\` at the end, and as JSON. Programs find all
of them in \`/api/v1/posts.json\`, and agents search and quote them by way of \`/mcp\`.

## What to write next

Change this file, and a running server shows the change. The [second post](2026-01-12-links-and-pictures.md) is about links.
`,
  'posts/2026-01-12-links-and-pictures.md': `---
title: Links and pictures
summary: How posts refer to each other, to headings and to files.
tags: [writing]
---

Link to another post by its file: [the first one](2026-01-05-a-first-post.md), or [one of its
headings](2026-01-05-a-first-post.md#what-becomes-of-it). Links are checked before anything is published, and \`citable check\` names
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

Who writes here, and why. Pages are published at their name: this one at \`/about\`.
`,
}
