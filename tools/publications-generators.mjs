// What generators make of a post, as their manuals have it and not by Citable's code: where it is, its day, whether it is held back.

/** @typedef {import('./publications-reference.mjs').Matter} Matter */
/** @typedef {import('./publications-list.mjs').Publication} Publication */
/** @typedef {Omit<Publication, 'repository' | 'commit'>} Rules */

const today = new Date().toISOString().slice(0, 10)

/** @param {unknown} value @returns {any[]} */
export const list = (value) => [value ?? []].flat().filter((one) => one !== '' && one !== null)

/** The value of the first of these keys that has one. @param {readonly string[]} keys @returns {Rules['cover']} */
export const first =
  (...keys) =>
  (_path, matter) =>
    keys.map((key) => list(key.split('.').reduce((at, step) => at?.[step], matter))[0]).find(Boolean)

/**
 * Those whom one of these keys names, as it is written, or by what a file of the site has for their key.
 * @param {string} keys @param {string} [file] @returns {Rules['authors']}
 */
export const named = (keys, file) => (_path, matter, site) => {
  const key = keys.split(' ').find((one) => list(matter[one]).length > 0)
  const people = file === undefined ? {} : site.data(file)
  return list(matter[key ?? '']).map((one) => people[one]?.name ?? String(one.name ?? one).trim())
}

/** `Ada (London), Bob and Cyd`, also as links. @param {string} text */
export const byline = (text) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\S \S+) \([^()]*\)/g, '$1')
    .split(/\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+/)
    .filter(Boolean)

/** The day as it is written, or that of a moment in a time zone. @param {unknown} date @param {string} [zone] */
export function dayOf(date, zone) {
  if (date === undefined || date === null || date === '') return undefined
  const written = date instanceof Date ? date.toISOString() : String(date).trim()
  const text = written.replace(/^(\d{1,2})-(\d{1,2})-(\d{4})$/, '$3-$2-$1')
  const [, y = '', m = '', d = '', clock, offset] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T\s]+(\d{1,2}:\d\d(?::\d\d)?).*?)?\s*(Z|[-+]\d{1,2}(?::?\d\d)?)?$/.exec(
      text,
    ) ?? []
  const day = [y, m.padStart(2, '0'), d.padStart(2, '0')].join('-')
  if (y === '')
    return inZone(Date.parse(/\d:\d/.test(text) ? text.replace(' at ', ' ') : `${text} UTC`), zone ?? 'UTC')
  if (clock === undefined || zone === undefined) return day
  const [, sign = '+', hours = '0', minutes = '00'] = /^([-+])(\d{1,2}):?(\d\d)?$/.exec(offset ?? '') ?? []
  const time = clock.padStart(clock.length > 5 ? 8 : 5, '0')
  return inZone(Date.parse(`${day}T${time}${sign}${hours.padStart(2, '0')}:${minutes}`), zone)
}

/** @param {number} moment @param {string} timeZone */
function inZone(moment, timeZone) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
}

/** The date and the rest of a file's name, or of its folder's. @param {string} path */
export function nameOf(path) {
  const stem = path.replace(/(?:\/index)?(?:\.[a-z]{2})?(?:\.html)?\.\w+$/, '').replace(/^.*\//, '')
  const [, day, name = stem] = /^(\d{4}-\d\d?-\d\d?)[-_](.+)$/.exec(stem) ?? []
  return { stem, name, day: day && dayOf(day) }
}

/** `/:year/:title/` for a post; the parts that it has not go with their slash. @param {string} pattern @param {string | undefined} day @param {Record<string, string>} parts */
function filled(pattern, day = '', parts) {
  const [year = '', month = '', date = ''] = day.split('-')
  const all = /** @type {Record<string, string>} */ ({
    year,
    month,
    day: date,
    output_ext: '.html',
    ...parts,
  })
  return `/${pattern.replace(/:(\w+)/g, (_, key) => all[key] ?? `:${key}`)}`.replace(/\/{2,}/g, '/')
}

/** @param {string} text */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** @param {string} permalink @param {{ zone?: string, future?: boolean, root?: string }} [site] @returns {Rules} */
export function jekyll(permalink, { zone, future = false, root = '' } = {}) {
  /** @type {Rules['day']} */
  const day = (path, { date }) => dayOf(date, zone) ?? nameOf(path).day
  return {
    isPost: (path) =>
      path.startsWith(root) && /(?:^|\/)_(?:posts|drafts)\/.*\.(?:md|markdown|html)$/.test(path),
    authors: named('author authors'),
    day,
    addresses(path, matter) {
      const above = path
        .slice(root.length)
        .replace(/(?:^|\/)_posts\/.*$/, '')
        .split('/')
      const words = list(matter.categories ?? matter.category)
      const own = words.length === 1 && matter.categories ? String(words[0]).split(/\s+/) : words
      const categories = [
        ...new Set([...above, ...own].filter(Boolean).map((one) => slug(String(one)))),
      ].join('/')
      const title = String(matter.slug ?? nameOf(path).name)
      return [
        filled(matter.permalink ?? permalink, day(path, matter), { title, slug: slug(title), categories }),
        ...list(matter.redirect_from),
      ]
    },
    cover: first('image', 'image.path'),
    isHeldBack: (path, matter) =>
      matter.published === false || /_drafts\//.test(path) || (!future && isLater(day(path, matter))),
  }
}

/** @param {{ section: string, permalink?: string, root?: string, future?: boolean }} site @returns {Rules} */
export function hugo({ section, permalink, root = 'content/', future = false }) {
  /** @type {Rules['day']} */
  const day = (_path, { date, publishDate }) => dayOf(date ?? publishDate)
  return {
    isPost: (path) =>
      path.startsWith(`${root}${section}/`) && /\.md$/.test(path) && !/_index(?:\.\w+)?\.md$/.test(path),
    authors: named('authors author'),
    day,
    addresses(path, matter) {
      const below = path.slice(root.length).replace(/(?:\/index)?(?:\.[a-z]{2})?\.md$/, '')
      const at =
        matter.url ??
        (permalink
          ? filled(permalink, day(path, matter), { slug: matter.slug ?? slug(String(matter.title)) })
          : `/${matter.slug ? below.replace(/[^/]*$/, matter.slug) : below}/`.toLowerCase())
      return [
        at,
        ...list(matter.aliases).map((one) => (one.startsWith('/') ? one : at.replace(/[^/]+\/?$/, one))),
      ]
    },
    cover: first('images', 'image', 'cover'),
    isHeldBack: (path, matter) =>
      matter.draft === true ||
      (!future && [day(path, matter), dayOf(matter.publishDate)].some(isLater)) ||
      (dayOf(matter.expiryDate) ?? '9') < today,
  }
}

/** @param {(path: string) => boolean} isPost @returns {Rules} */
export function zola(isPost) {
  return {
    isPost,
    authors: named('authors'),
    day: (path, { date }) => dayOf(date) ?? nameOf(path).day,
    addresses(path, matter) {
      const below = path.replace(/^content\//, '').replace(/[^/]+(?:\/index)?\.md$/, '')
      return [
        matter.path ?? `${below}${matter.slug ?? slug(nameOf(path).name)}/`,
        ...list(matter.aliases),
      ].map((one) => `/${one}`.replace(/^\/+/, '/'))
    },
    cover: first('extra.image'),
    isHeldBack: (_path, matter) => matter.draft === true,
  }
}

/** Sites of JavaScript: the day is that of UTC, and what is dated later is shown. @param {RegExp} posts @param {Rules['addresses']} addresses @returns {Rules} */
export function script(posts, addresses) {
  return {
    isPost: (path) => posts.test(path),
    authors: named('authors author'),
    day: (path, matter) => dayOf(matter.date ?? matter.publishDate, 'UTC') ?? nameOf(path).day,
    addresses,
    cover: first('image', 'images'),
    isHeldBack: (_path, matter) => matter.draft === true,
  }
}

/** @param {string | undefined} day */
const isLater = (day) => (day ?? '') > today
