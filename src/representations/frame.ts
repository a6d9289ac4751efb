import type { Look, Page } from '../archive/model.ts'
import { isNamedSeries } from '../archive/series.ts'
import { iconPaths, listPaths, servicePaths } from '../archive/urls.ts'
import { renderHtml } from '../markdown/html.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { defaultAccent } from '../pages/colours.ts'
import { raw } from '../pages/html.ts'
import type { Frame } from '../pages/layout.ts'
import type { Link } from '../pages/parts.ts'
import { type Font, styleFor, systemFonts } from '../pages/style.ts'
import { feedOf } from './feeds.ts'
import { nameOf } from './list-names.ts'
import { memoizeLast } from '../base/caches.ts'
import { pageFiles, type Published, wordsFor } from './published.ts'

export const frame = memoizeLast((archive: Published): Frame => {
  const { settings, urls, look } = archive
  const words = wordsFor(archive)
  const feed = feedOf(servicePaths.home, archive)
  return {
    title: settings.title,
    language: settings.language,
    words,
    styleOf: styleFor({ accent: look.accent ?? defaultAccent, fonts: fontsOf(look) }),
    logoHref: look.logo,
    logoDarkHref: look.logoDark,
    iconHref: look.favicon ?? urls.path(iconPaths.icon),
    touchIconHref: look.favicon?.endsWith('.png') ? look.favicon : urls.path(iconPaths.touchIcon),
    styleHref: look.stylesheet,
    own: { head: look.head, foot: look.foot },
    ownOf: archive.pageHook,
    embeds: settings.embeds,
    homeHref: urls.path(servicePaths.home),
    llmsUrl: urls.url(servicePaths.llms),
    nav: navigation(archive),
    footer: [
      ...furtherPages(archive),
      { label: words.search, href: urls.path(servicePaths.search) },
      { label: words.developers, href: urls.path(servicePaths.developers) },
      { label: words.contact, href: urls.path(servicePaths.contact) },
      { label: words.privacy, href: urls.path(servicePaths.privacy) },
      ...(settings.repository ? [{ label: words.sources, href: settings.repository }] : []),
      ...(feed ? [{ label: words.feed, href: urls.path(feed.atom) }] : []),
      { label: 'llms.txt', href: urls.path(servicePaths.llms) },
    ],
    closing: settings.footer === undefined ? null : raw(renderHtml(parseMarkdown(settings.footer))),
    searchHref: urls.path(servicePaths.search),
    scriptHref: urls.path(pageFiles.script.path),
    printHref: urls.path(pageFiles.printStyle.path),
  }
})

/** A masthead of more pages would take half of a phone's screen. */
const maxPages = 3

/** Returns the pages that are in the footer, since the masthead has no room for them. */
function furtherPages(archive: Published): readonly Link[] {
  if (archive.settings.navigation) return []
  return ownPages(archive)
    .slice(maxPages)
    .map(({ path, title }) => ({ label: title, href: archive.urls.path(path) }))
}

function ownPages({ pages }: Published): readonly Page[] {
  return pages.filter(({ path }) => path !== servicePaths.contact && path !== servicePaths.privacy)
}

/** Returns the publisher's navigation; by default the lists and the first of the publisher's pages. */
function navigation(archive: Published): readonly Link[] {
  const { settings, urls, series } = archive
  const words = wordsFor(archive)
  const lists = archive.lists.map((list): [string, string] => [list.path.slice(1), nameOf(list, archive)])
  const own = ownPages(archive).map(({ path, title }): [string, string] => [path.slice(1), title])
  const others: [string, string][] = [
    [servicePaths.developers.slice(1), words.developers],
    [servicePaths.contact.slice(1), words.contact],
    [servicePaths.privacy.slice(1), words.privacy],
    [servicePaths.search.slice(1), words.search],
  ]
  const known = new Map([...lists, ...own, ...others])
  const defaults = [...lists, ...own.slice(0, maxPages)].map(([name]) => name)
  const hasSeries = [...series].some(([name, label]) => isNamedSeries(name, label))
  const names =
    settings.navigation ?? defaults.filter((name) => name !== listPaths.series.slice(1) || hasSeries)
  return names.flatMap((name) => {
    if (typeof name !== 'string') return Object.entries(name).map(([label, href]) => ({ label, href }))
    const label = known.get(name)
    return label === undefined ? [] : [{ label, href: urls.path(`/${name}`) }]
  })
}

function fontsOf({ fonts }: Look): Font[] {
  const own = { serif: fonts.text, sans: fonts.interface, mono: fonts.code }
  return (['serif', 'sans', 'mono'] as const).map((use) => {
    const { href, names = '' } = own[use] ?? {}
    return { use, href, names: names === '' ? systemFonts[use] : `${names},${systemFonts[use]}` }
  })
}
