import { type Html, html, raw } from './html.ts'

/** One request in several languages, and its answer. With a script they are tabs, and the request can be run. */
export interface Samples {
  readonly path: string
  readonly programs: readonly { readonly name: string; readonly code: string }[]
  readonly answer: string
}

export function samples({ path, programs, answer }: Samples): Html {
  return html`<div class="samples" data-run="${path}">
${programs.map(({ name, code }) => html`<div data-name="${name}">\n${raw(code)}</div>\n`)}</div>
<details class="answer"><summary>Example response</summary>
${raw(answer)}</details>
`
}
