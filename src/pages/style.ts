import site from './browser/site.ts?raw'
import { coloursFor, shades } from './colours.ts'
import alerts from './style/alerts.css?raw'
import base from './style/base.css?raw'
import containers from './style/containers.css?raw'
import foot from './style/foot.css?raw'
import lists from './style/lists.css?raw'
import post from './style/post.css?raw'
import print from './style/print.css?raw'
import prose from './style/prose.css?raw'
import results from './style/results.css?raw'
import suggest from './style/suggest.css?raw'
import tabs from './style/tabs.css?raw'
import tokens from './style/tokens.css?raw'

export interface Style {
  /** `#rrggbb`. Shades for light and dark themes are derived from it. */
  readonly accent: string
  readonly fonts: readonly FontStack[]
}

/** A font stack, with an optional font file. */
export interface FontStack {
  readonly use: 'serif' | 'sans' | 'mono'
  readonly names: string
  readonly href?: string | undefined
}

/** Installed fonts only: nothing is loaded. */
export const systemFonts = {
  serif: "Charter,'Bitstream Charter','Sitka Text',Cambria,'Noto Serif',Georgia,serif",
  sans: "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif",
  mono: "ui-monospace,'Cascadia Code','Source Code Pro',Menlo,Consolas,'DejaVu Sans Mono',monospace",
} as const

const codeMark = '<span class="t-'
const alertMark = '<div class="alert '

const sheets = [
  { mark: 'class="prose', sheet: prose },
  { mark: 'class="container ', sheet: containers },
  { mark: alertMark, sheet: alerts },
  { mark: codeMark, sheet: tokens },
  { mark: 'class="post"', sheet: post },
  { mark: 'class="front', sheet: lists },
  { mark: 'class="finder', sheet: results },
  { mark: ' role="search"', sheet: suggest },
  { mark: 'class="foot"', sheet: foot },
  { mark: ' data-tab="', sheet: tabs },
]

/** Returns a function that makes the inline stylesheet of a page, with only the sheets it needs. */
export function styleFor(theme: Style, own = ''): (body: string) => string {
  const [plain, coloured] = [themeSheet(theme, false) + base, themeSheet(theme, true) + base]
  return (body) => {
    const needed = sheets.filter(({ mark }) => body.includes(mark)).map(({ sheet }) => sheet)
    const isColoured = body.includes(codeMark) || body.includes(alertMark)
    return (isColoured ? coloured : plain) + needed.join('') + own
  }
}

/** The system's colour scheme applies, unless `data-theme` is set (`browser/site.ts`). */
function themeSheet({ accent, fonts }: Style, isColoured: boolean): string {
  const { light, dark } = coloursFor(accent)
  const values = Object.entries(light)
    .filter(([name]) => !(name in shades) && (isColoured || !name.startsWith('t-')))
    .map(([name, colour]) => `--${name}:light-dark(${colour},${dark[name]})`)
  const mixes = Object.entries(shades).map(
    ([name, part]) => `--${name}:color-mix(in srgb,var(--paper),var(--ink) ${part * 100}%)`,
  )
  const stacks = fonts.map(
    ({ use, names, href }) => `--${use}:${href === undefined ? '' : `own-${use},`}${names}`,
  )
  const files = fonts.flatMap(({ use, href }) =>
    href === undefined
      ? []
      : [`@font-face{font-family:own-${use};src:url("${href}") format("woff2");font-display:swap}`],
  )
  const variables = ['--measure:min(39rem,60ch)', ...stacks, ...values, ...mixes].join(';')
  return `${files.join('')}:root{color-scheme:light dark;${variables}}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
`
}

/** Not a module, because it must set the theme before the first paint. */
export const pageScript = `(()=>{${site}})()`
export { print as printStyle }
