import { versionHref } from '../archive/files/assets.ts'
import type { Look } from '../archive/model.ts'
import { iconPaths, listPaths, servicePaths } from '../archive/urls.ts'
import { once } from '../base/caches.ts'
import { renderHtml } from '../markdown/html.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { defaultAccent } from '../pages/colours.ts'
import { raw } from '../pages/html.ts'
import type { Frame, SharedHead } from '../pages/layout.ts'
import type { Link, PageLink } from '../pages/parts.ts'
import { type FontStack, pageScript, printStyle, styleFor, systemFonts } from '../pages/style.ts'
import { postSummary } from './home.ts'
import { listLabel } from './list-names.ts'
import { type Site, textVersion } from './site.ts'

/** Files that every page loads, at versioned paths. */
export const pageFiles = {
  script: textVersion('/citable.js', pageScript),
  printStyle: textVersion('/citable-print.css', printStyle),
} as const

/** A masthead of more pages would take half of a phone's screen; the footer has the rest. */
const maxPages = 3

/** What all pages share: for themes, and for the head, which the engine writes. */
export function frameOf(site: Site): { frame: Frame; sharedHead: SharedHead } {
  const { settings, urls, look, words } = site
  const { own, standard } = pageLinks(site)
  const to = ({ label, path }: PageLink) => ({ label, href: urls.path(path) })
  const version = (href: string | undefined) => href && versionHref(href, site.fileAt, urls)
  const favicon = version(look.favicon)
  const frame: Frame = {
    title: settings.title,
    description: settings.description ?? '',
    language: settings.language,
    logoHref: version(look.logo),
    logoDarkHref: version(look.logoDark),
    homeHref: urls.path(servicePaths.home),
    llmsUrl: urls.url(servicePaths.llms),
    nav: navigation(site),
    footer: [
      ...[...(settings.navigation ? [] : own.slice(maxPages)), ...standard].map(to),
      ...(settings.repository ? [{ label: words.sources, href: settings.repository }] : []),
      ...(site.hasFeeds ? [to({ label: words.feed, path: servicePaths.feed })] : []),
      to({ label: 'llms.txt', path: servicePaths.llms }),
    ],
    closing: settings.footer === undefined ? null : raw(renderHtml(parseMarkdown(settings.footer))),
    searchHref: urls.path(servicePaths.search),
    posts: once(() => site.posts.map((post) => postSummary(post, site))),
  }
  const sharedHead: SharedHead = {
    styleOf: styleFor(
      { accent: look.accent ?? defaultAccent, fonts: fontsOf(look, version) },
      site.ownTheme?.styles,
    ),
    fixedTheme: settings.look.theme === 'system' ? undefined : settings.look.theme,
    iconHref: favicon ?? urls.path(iconPaths.icon),
    touchIconHref: favicon?.endsWith('.png') ? favicon : urls.path(iconPaths.touchIcon),
    styleHref: version(look.stylesheet),
    scriptHref: urls.path(pageFiles.script.path),
    printHref: urls.path(pageFiles.printStyle.path),
    embeds: settings.embeds,
  }
  return { frame, sharedHead }
}

const standardNames = ['search', 'developers', 'contact', 'privacy'] as const

function pageLinks(site: Site) {
  const replaced: readonly string[] = [servicePaths.contact, servicePaths.privacy]
  return {
    lists: site.lists.map((list) => ({ label: listLabel(list, site), path: list.path })),
    own: site.pages
      .filter(({ path }) => !replaced.includes(path))
      .map(({ path, title }) => ({ label: title, path })),
    standard: standardNames.map((name) => ({ label: site.words[name], path: servicePaths[name] })),
  }
}

/** Returns the publisher's navigation; by default the lists and the first of the publisher's pages. */
function navigation(site: Site): readonly Link[] {
  const { lists, own, standard } = pageLinks(site)
  const known = new Map([...lists, ...own, ...standard].map((page) => [page.path.slice(1), page]))
  // A tag of every post, such as that of a generator's collection, tells nothing.
  const [tag, ...otherTags] = site.lists.find(({ path }) => path === listPaths.tags)?.below ?? []
  const hasTags = otherTags.length > 0 || tag?.posts.length !== site.posts.length
  const shown = lists.filter(({ path }) => path !== listPaths.tags || hasTags)
  const defaults = [...shown, ...own.slice(0, maxPages)].map(({ path }) => path.slice(1))
  return (site.settings.navigation ?? defaults).flatMap((name) => {
    if (typeof name !== 'string') return Object.entries(name).map(([label, href]) => ({ label, href }))
    const page = known.get(name)
    return page ? [{ label: page.label, href: site.urls.path(page.path) }] : []
  })
}

function fontsOf({ fonts }: Look, version: (href: string | undefined) => string | undefined): FontStack[] {
  const own = { serif: fonts.text, sans: fonts.interface, mono: fonts.code }
  return (['serif', 'sans', 'mono'] as const).map((use) => {
    const { href, names = '' } = own[use] ?? {}
    const stack = names === '' ? systemFonts[use] : `${names},${systemFonts[use]}`
    return { use, href: version(href), names: stack }
  })
}
