/** One small sheet, inline: a page is whole after one request. */
export const style = `
:root { color-scheme: light dark; --rule: color-mix(in srgb, currentcolor 20%, transparent) }
body { margin: 0 auto; padding: 1.5rem; max-width: 44rem; font: 1.0625rem/1.6 Georgia, 'Times New Roman', serif; overflow-wrap: break-word }
header, footer, .facts, table { font-family: system-ui, sans-serif; font-size: .9rem }
header { border-bottom: 1px solid var(--rule); margin-bottom: 2.5rem; padding-bottom: .75rem }
header p { margin: .25rem 0 }
form { display: flex; gap: .5rem; margin: .5rem 0 }
input, button { font: inherit; padding: .3rem .6rem; border: 1px solid var(--rule); border-radius: .25rem }
input { flex: 1; min-width: 0; max-width: 24rem }
.hits { padding: 0; list-style: none }
.hits h2 { font-size: 1.25rem; margin-bottom: 0 }
.hits .facts { margin: .25rem 0 }
.passage { margin: .25rem 0 1rem; white-space: pre-line }
mark { color: inherit; background: color-mix(in srgb, gold 40%, transparent) }
nav a { margin-right: 1rem }
footer { border-top: 1px solid var(--rule); margin-top: 3rem; padding-top: .75rem }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance }
h1 { font-size: 2rem; margin: 0 0 .5rem }
h2 { margin-top: 2.25rem }
.summary { font-size: 1.15rem; margin: .75rem 0 2rem }
pre, code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875em }
pre { overflow-x: auto; padding: .75rem 1rem; border: 1px solid var(--rule) }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1.5rem 0 }
td { overflow-wrap: anywhere; min-width: 4.5rem }
td:first-child { min-width: 8.5rem }
th, td { border-bottom: 1px solid var(--rule); padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid var(--rule) }
li { margin: .3rem 0 }
img { max-width: 100%; height: auto }
:target { scroll-margin-top: 1rem }
`.trim()
