import { isLanguageTag, languageStep } from '../../base/paths.ts'
import { identityOf } from '../../archive/identity.ts'
import { grouped, groupedBy } from '../../base/grouped.ts'
import { type FieldTable, fieldTable, readFields } from '../../content/fields.ts'
import type { FieldName, Generator, Plain } from '../../generators/generator.ts'
import { layoutOf, usualSectionOf } from '../../content/layout.ts'
import { readMatter } from '../../content/matter.ts'
import { type Content, readContent } from '../../content/read.ts'
import type { SourceDocument } from '../../content/document.ts'
import type { ContentSource } from '../../content/source.ts'
import { readDate } from '../../content/written-date.ts'
import { anyMarkdown } from '../../generators/none/none.ts'
import { byCount } from './addresses.ts'
import { withSettings } from './site.ts'

const isText = (value: Plain) => typeof value === 'string' && value.trim() !== ''
const isTextOrList = (value: Plain) => isText(value) || (Array.isArray(value) && value.length > 0)
const isDate = (value: Plain) => typeof value === 'string' && readDate(value) !== undefined
const isSentence = (value: Plain) => typeof value === 'string' && value.trim().length > 20

/** Names and values of unknown keys that may stand for a field. */
const guesses = [
  ['title', /title|headline|heading|subject/i, isText],
  ['published', /date|time|day|publish|post|creat|start|release/i, isDate],
  ['authors', /author|writer|written|contributor|attribution|by$|creator|speaker/i, isTextOrList],
  ['summary', /summary|descr|excerpt|teaser|lead|preview|intro|snippet/i, isSentence],
] as const

export type OwnKeys = ReadonlyMap<FieldName, string | readonly string[]>

/** The settings that say how to read front matter. */
export interface OwnSettings {
  readonly fields?: OwnKeys
  /** Statuses to publish, with the number of posts. */
  readonly statuses?: readonly StatusCount[]
}

export type StatusCount = readonly [word: string, posts: number]

/** Parts of words for texts that are not finished, not public or not valid any more, in the languages of the interface. */
const holdsBack = new RegExp(
  [
    /\b(?:no|non|not|un\w+|in(?:active|complete|ternal|visible)|off(?:line)?\b)/,
    /\b(?:wip|to.?do|tb[acd]|fixme|idea|stub|outline|sketch|rough|raw|future|next|soon|later)/,
    /draft|progress|review|edit|pend|wait|hold|held|block|pause|embargo|schedul|queue|plann/,
    /backlog|parked|submit|propos|request/,
    /priv|secret|confiden|personal|lock|restrict|member|subscri|paid|hid|intern|test|sample|templat|disabl/,
    /archiv|deprecat|obsolet|retire|remov|delet|trash|spam|withdr|reject|supersed|abandon/,
    /cancel|expire|stagnant|dead/,
    /entwurf|arbeit|geplant|geheim|versteckt|gesperrt|nicht|brouillon|en cours|à faire|caché/,
    /borrador|en curso|ocult/,
    /rascunho|bozza|concept|下書|草稿|非公開|未|作成中|予定|مسودة|قيد|خاص/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Returns the status that most posts have, unless it speaks of holding back, and the number of posts with each other one. */
export function ownStatuses({ posts, drafts, diagnostics }: Content) {
  const counts = byCount(diagnostics.flatMap(({ data }) => data?.word || []))
  const isOfMost = ([word, count]: StatusCount) =>
    count * 2 > posts.length + drafts.size && !holdsBack.test(word)
  return { statuses: counts.filter(isOfMost), heldBack: counts.filter((one) => !isOfMost(one)) }
}

/** Too few to judge by. */
const minPosts = 3

/** Returns keys that stand in for a known field in most posts that lack it, of all or of one post folder. */
export function unusualFields({ posts, layout }: Content): OwnKeys {
  const usualNames = fieldTable({}, layout.generator)
  const found = new Map<FieldName, string | readonly string[]>()
  for (const [field, name, isValue] of guesses) {
    const without = posts.filter(({ facts }) => [facts[field] ?? []].flat().length === 0)
    const candidates = without.map((post) => {
      const likely = unknownKeys(post, usualNames).filter(([key, value]) => name.test(key) && isValue(value))
      return { base: post.base, keys: likely.map(([key]) => key) }
    })
    const folders = [...groupedBy(candidates, ({ base }) => base).values()]
    const groups = [candidates, ...folders.filter(({ length }) => length >= minPosts)]
    const best = groups.flatMap((group) => {
      const [[key, count] = ['', 0]] = byCount(group.flatMap(({ keys }) => keys))
      return count * 2 > group.length ? [key] : []
    })
    const [key, ...others] = new Set(best)
    if (key !== undefined) found.set(field, others.length > 0 ? [key, ...others] : key)
  }
  return found
}

/** Includes nested keys, as `extra.key`. */
function unknownKeys({ file }: SourceDocument, usualNames: FieldTable): [key: string, value: Plain][] {
  const root = readMatter(file).value?.root
  const unknown = root ? readFields(root, usualNames).unknown : []
  return unknown.flatMap(({ key, value, parts }) => {
    const inner = Array.isArray(value) ? [] : [...parts]
    return [[key, value], ...inner.map(([name, one]): [string, Plain] => [`${key}.${name}`, one.value])]
  })
}

const maxRoots = 3

/** Returns further folders to look up URLs such as `/img/x.png` in, each chosen to resolve the most missing files. */
export function furtherRoots(bodies: readonly string[], paths: readonly string[], known: readonly string[]) {
  const files = new Set(paths)
  const byName = groupedBy(paths, lastStep)
  const isBelow = (root: string, address: string) => files.has(root === '.' ? address : `${root}/${address}`)
  let missing = [...fileUrlsIn(bodies)].filter((address) => !known.some((root) => isBelow(root, address)))
  const found: string[] = []
  while (found.length < maxRoots) {
    const roots = missing.flatMap((address) => {
      const candidates = (byName.get(lastStep(address)) ?? []).filter((path) => path.endsWith(`/${address}`))
      return candidates.map((path) => path.slice(0, -address.length - 1))
    })
    const [[root] = []] = byCount(roots, (a, b) => a.length - b.length || (a < b ? -1 : 1))
    if (root === undefined) break
    found.push(root)
    missing = missing.filter((address) => !isBelow(root, address))
  }
  return found
}

const lastStep = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Returns site-absolute URLs of files, without the leading slash. */
function fileUrlsIn(bodies: readonly string[]): Set<string> {
  const url =
    /(?:\]\(|=["']|^\w+:[ \t]*["']?)\/([^\s"'()<>?#]+\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf))/gim
  return new Set(bodies.flatMap((body) => Array.from(body.matchAll(url), ([, address = '']) => address)))
}

/** Returns posts in such folders if nearly all dated files are there and nearly all files there are dated. */
export async function postsInSections(source: ContentSource, paths: readonly string[], generator: Generator) {
  const { name } = generator
  const own = generator.layout.posts.filter((globs) => globs.every((glob) => /posts|blog/.test(glob)))
  if (own.some((globs) => layoutOf(paths, { generator: name, posts: globs }).posts.length > 0))
    return undefined
  const everything = [...anyMarkdown, '!**/{themes,exampleSite,vendor,test,tests,fixtures}/**']
  const content = await readPosts(source, generator, everything)
  const all = content.posts
  const isDated = (post: SourceDocument) => identityOf(post, content).published !== undefined
  const sections = grouped(all, ({ file }) => [usualSectionOf(file.path) ?? []].flat())
  const isMostOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length >= 0.8 * whole.length
  const inside = [...sections.values()].filter((one) => isMostOf(one.filter(isDated), one)).flat()
  const dated = inside.filter(isDated)
  return dated.length >= minPosts && isMostOf(dated, all.filter(isDated))
    ? inside.map(({ file }) => file.path)
    : undefined
}

/** Reads the posts at these globs. */
export function readPosts(
  source: ContentSource,
  { name }: Generator,
  posts: readonly string[],
  { fields = new Map(), statuses = [] }: OwnSettings = {},
) {
  const own = {
    fields: Object.fromEntries(fields),
    statuses: Object.fromEntries(statuses.map(([word]) => [word, 'publish'])),
  }
  const settings = { generator: name, posts, ...own }
  return readContent(withSettings(source, JSON.stringify(settings)))
}

/** Picks one language folder of each group: the site's, else English, else the largest. */
export function inOneLanguage(posts: readonly string[], homeIn: (path: string) => string, language = 'en') {
  const byHome = groupedBy(posts, homeIn)
  const groups = groupedBy([...byHome.keys()], (home) => home.replace(languageStep, '$1*'))
  const rank = (home: string) => languageRank(languageStep.exec(home)?.[2], language)
  const size = (home: string) => byHome.get(home)?.length ?? 0
  const ranked = Array.from(groups.values(), (candidates) =>
    candidates.sort((a, b) => rank(b) - rank(a) || size(b) - size(a)),
  )
  const homes = ranked.map(([best = '']) => best)
  const translations = ranked.flatMap(([, ...rest]) => rest)
  if (homes.includes('')) translations.push(...translatedFolders(posts))
  return { homes: homes.sort(), translations: translations.sort() }
}

/** No tag ranks first, then the site's language, its main language and English. */
function languageRank(tag = '', language: string): number {
  const [main = ''] = language.toLowerCase().split('-')
  return ['en', main, language.toLowerCase(), ''].indexOf(tag.toLowerCase())
}

/** `zh/` with the same file names is a translation; `go/` with others is a subject. */
function translatedFolders(posts: readonly string[]): string[] {
  const atTop = new Set(posts.filter((path) => !path.includes('/')))
  const inFolder = /^([a-z]{2}(?:[-_][A-Za-z]{2,4})?)\/[^/]+$/
  const inFolders = grouped(posts, (path) => inFolder.exec(path)?.slice(1) ?? [])
  return [...inFolders].flatMap(([folder, paths]) =>
    paths.filter((path) => atTop.has(lastStep(path))).length * 2 >= paths.length ? [folder] : [],
  )
}

const withLanguage = /^(.+?)(?:\.([a-z]{2}(?:[-_][A-Za-z]{2,4})?))?\.((?:html\.)?\w+)$/

/** Returns globs of translated files, such as `one.de.md` beside `one.md`, and the matches that are not translations. */
export function translatedFiles(posts: readonly string[], language = 'en') {
  const files = posts.map((path) => {
    const [, stem = path, tag = '', ending = ''] = withLanguage.exec(path) ?? []
    if (tag === '' || isLanguageTag(tag)) return { path, stem, tag, ending }
    return { path, stem: `${stem}.${tag}`, tag: '', ending }
  })
  const rank = ({ tag }: { tag: string }) => languageRank(tag, language)
  // The last of a stem stays: the best, and of equals the first.
  const ranked = files.toReversed().sort((a, b) => rank(a) - rank(b))
  const best = new Map(ranked.map(({ stem, tag }) => [stem, tag]))
  const isTranslation = ({ stem, tag }: { stem: string; tag: string }) => best.get(stem) !== tag
  const others = new Set(files.filter(isTranslation).map(({ tag, ending }) => `**/*.${tag}.${ending}`))
  return {
    inOthers: [...others].sort(),
    inNoOther: files
      .filter((file) => others.has(`**/*.${file.tag}.${file.ending}`) && !isTranslation(file))
      .map(({ path }) => path),
  }
}
