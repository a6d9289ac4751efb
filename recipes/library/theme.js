// theme.js
import { writeFileSync } from 'node:fs'
import { compile, fromFolder, packInMemory } from 'citable/compile'
import { defaultTheme, html } from 'citable/theme'

/** @type {Partial<import('citable/theme').Theme>} */
const theme = {
  // The newest posts alone, in place of the front page.
  home: ({ title, lead, recent }, { href }) => {
    const posts = lead ? [lead, ...recent] : recent
    return html`<h1>${title}</h1>
<ol class="newest">${posts.map(({ label, path }) => html`<li><a href="${href(path)}">${label}</a></li>`)}</ol>`
  },
  // Something before the page that the default theme makes.
  post: (post, page) => html`<p class="reviewed">Peer reviewed</p>${defaultTheme.post(post, page)}`,
  styles: '.reviewed { text-align: center }',
}

const options = { baseUrl: 'https://example.org', theme }
const { value: snapshot, diagnostics } = await compile(fromFolder('archive'), options)
for (const { path, line, message } of diagnostics) console.error(`${path}:${line} ${message}`)
if (!snapshot) process.exit(1)
writeFileSync('themed.bin', packInMemory(snapshot))
