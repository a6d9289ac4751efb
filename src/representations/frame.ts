import { versionOf } from '../archive/files/assets.ts'
import type { Look } from '../archive/model.ts'
import { iconPaths, listPaths, servicePaths } from '../archive/urls.ts'
import { renderHtml } from '../markdown/html.ts'
import { parseMarkdown } from '../markdown/markdown.ts'
import { defaultAccent } from '../pages/colours.ts'
import { raw } from '../pages/html.ts'
import type { Frame } from '../pages/layout.ts'
import type { Target } from '../pages/list.ts'
import type { Link } from '../pages/parts.ts'
import { type Font, styleFor, systemFonts } from '../pages/style.ts'
import { filesByAddress } from './body-html.ts'
import { feedOf } from './feeds.ts'
import { nameOf } from './list-names.ts'
import { memoizeLast } from '../base/caches.ts'
import { pageFiles, type Published, wordsFor } from './published.ts'

export const frame = memoizeLast((archive: Published): Frame => {
  const { settings, urls, look } = archive
  const words = wordsFor(archive)
  const feed = feedOf(servicePaths.home, archive)
  const { own, standard } = pagesOf(archive)
  const to = ({ label, path }: Target) => ({ label, href: urls.path(path) })
  const version = (href: string | undefined) => href && versionOf(href, filesByAddress(archive), urls)
  const favicon = version(look.favicon)
  return {
    title: settings.title,
    language: settings.language,
    words,
    styleOf: styleFor({ accent: look.accent ?? defaultAccent, fonts: fontsOf(look, version) }),
    logoHref: version(look.logo),
    logoDarkHref: version(look.logoDark),
    iconHref: favicon ?? urls.path(iconPaths.icon),
    touchIconHref: favicon?.endsWith('.png') ? favicon : urls.path(iconPaths.touchIcon),
    styleHref: version(look.stylesheet),
    own: { head: look.head, foot: look.foot },
    ownOf: archive.pageHook,
    embeds: settings.embeds,
    homeHref: urls.path(servicePaths.home),
    llmsUrl: urls.url(servicePaths.llms),
    nav: navigation(archive),
    footer: [
      ...[...(settings.navigation ? [] : own.slice(maxPages)), ...standard].map(to),
      ...(settings.repository ? [{ label: words.sources, href: settings.repository }] : []),
      ...(feed ? [to({ label: words.feed, path: feed.atom })] : []),
      to({ label: 'llms.txt', path: servicePaths.llms }),
    ],
    closing: settings.footer === undefined ? null : raw(renderHtml(parseMarkdown(settings.footer))),
    searchHref: urls.path(servicePaths.search),
    scriptHref: urls.path(pageFiles.script.path),
    printHref: urls.path(pageFiles.printStyle.path),
  }
})

/** A masthead of more pages would take half of a phone's screen; the footer has the rest. */
const maxPages = 3

const standardPages = ['search', 'developers', 'contact', 'privacy'] as const

function pagesOf(archive: Published) {
  const words = wordsFor(archive)
  const replaced: readonly string[] = [servicePaths.contact, servicePaths.privacy]
  return {
    lists: archive.lists.map((list) => ({ label: nameOf(list, archive), path: list.path })),
    own: archive.pages
      .filter(({ path }) => !replaced.includes(path))
      .map(({ path, title }) => ({ label: title, path })),
    standard: standardPages.map((name) => ({ label: words[name], path: servicePaths[name] })),
  }
}

/** Returns the publisher's navigation; by default the lists and the first of the publisher's pages. */
function navigation(archive: Published): readonly Link[] {
  const { lists, own, standard } = pagesOf(archive)
  const known = new Map([...lists, ...own, ...standard].map((page) => [page.path.slice(1), page]))
  // A tag of every post, such as that of a generator's collection, tells nothing.
  const [tag, ...otherTags] = archive.lists.find(({ path }) => path === listPaths.tags)?.below ?? []
  const hasTags = otherTags.length > 0 || tag?.posts.length !== archive.posts.length
  const shown = lists.filter(({ path }) => path !== listPaths.tags || hasTags)
  const defaults = [...shown, ...own.slice(0, maxPages)].map(({ path }) => path.slice(1))
  return (archive.settings.navigation ?? defaults).flatMap((name) => {
    if (typeof name !== 'string') return Object.entries(name).map(([label, href]) => ({ label, href }))
    const page = known.get(name)
    return page ? [{ label: page.label, href: archive.urls.path(page.path) }] : []
  })
}

function fontsOf({ fonts }: Look, version: (href: string | undefined) => string | undefined): Font[] {
  const own = { serif: fonts.text, sans: fonts.interface, mono: fonts.code }
  return (['serif', 'sans', 'mono'] as const).map((use) => {
    const { href, names = '' } = own[use] ?? {}
    return {
      use,
      href: version(href),
      names: names === '' ? systemFonts[use] : `${names},${systemFonts[use]}`,
    }
  })
}
