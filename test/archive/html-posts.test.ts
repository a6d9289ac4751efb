import { describe, expect, test } from 'vitest'
import { fromMemory } from '../../src/compile.ts'
import { readShown } from './build.ts'

const front = (more = '') => `---\ntitle: Old\n${more}---\n`
const old = `${front()}
<div class="entry">
    <p>An indented paragraph with *stars* and
       <a href="{% post_url 2020-02-03-new %}">a link</a>.</p>

    <h2>A heading</h2>

    <pre>
one

    two
</pre>

    {% highlight ruby %}
    puts 1

    puts 2
    {% endhighlight %}

    <p>The end. <script>alert(1)</script></p>
</div>
`

async function read(files: Record<string, string>) {
  const { value, diagnostics } = await readShown(fromMemory(files))
  return { posts: value?.posts ?? [], told: diagnostics.map(({ rule, line }) => ({ rule, line })) }
}

describe('an HTML post in Jekyll and Hugo', async () => {
  const { posts, told } = await read({
    '_config.yml': '',
    '_posts/2020-01-02-old.html': old,
    '_posts/2020-02-03-new.md': `${front()}\nText.\n`,
    '_posts/2020-02-04-part.html': '<p>No front matter, so no post.</p>',
  })
  const html = posts.find(({ id }) => id === 'old')?.html ?? ''

  test('is published under its name', () => {
    expect(posts.map(({ id }) => id)).toEqual(['new', 'old'])
  })

  test('is not parsed as markdown', () => {
    expect(html).toMatch(/<p>An indented paragraph with \*stars\* and\s+<a href="\/posts\/new">a link<\/a>/)
    expect(html.match(/<code/g), 'code, of which only highlight makes some').toHaveLength(1)
  })

  test('keeps the lines of pre and code', () => {
    expect(html).toContain('one\n\n    two\n')
    expect(html.replace(/<[^>]*>/g, '')).toMatch(/ *puts 1\n\n *puts 2/)
  })

  test('is sanitized, with positions in the diagnostics', () => {
    expect(html).not.toContain('alert')
    expect(told).toContainEqual({ rule: 'raw-html', line: 23 })
  })
})

test('Hugo’s shortcodes work in HTML posts', async () => {
  const { posts } = await read({
    'hugo.toml': '',
    'content/posts/old.html': `${front('date: 2020-01-02\n')}<p>One.</p>\n    {{< youtube w7Ft2ymGmfc >}}\n<p>Two.</p>\n`,
  })
  expect(posts[0]?.html).toContain('<a href="https://www.youtube.com/watch?v=w7Ft2ymGmfc"')
  expect(posts[0]?.html).toMatch(/<p>One\.<\/p>[\s\S]*<p>Two\.<\/p>/)
})

test('other generators have no HTML posts', async () => {
  const { posts } = await read({ 'posts/a.md': `${front()}Text.`, 'posts/b.html': old })
  expect(posts.map(({ id }) => id)).toEqual(['a'])
})

test('Word’s tags are removed', async () => {
  const { value, diagnostics } = await readShown(
    fromMemory({
      '_config.yml': '',
      '_posts/2020-01-02-one.html': `${front()}<p>One<o:p></o:p> <st1:place w:st="on">Rome</st1:place></p>\n`,
    }),
  )
  expect(diagnostics).toEqual([])
  expect(value?.posts[0]?.html).toContain('<p>One Rome</p>')
})
