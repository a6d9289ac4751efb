/** Sites in several languages have a folder for each. Kept is the one that the site names, else English, else the largest. */
export function inOneLanguage(
  posts: readonly string[],
  homeIn: (path: string) => string,
  language = 'en',
): { homes: string[]; translations: string[] } {
  const counts = new Map<string, number>()
  for (const path of posts) {
    const home = homeIn(path)
    counts.set(home, (counts.get(home) ?? 0) + 1)
  }
  const groups = new Map<string, string[]>()
  for (const home of counts.keys()) {
    const alike = home.replace(languageStep, '$1*')
    groups.set(alike, [...(groups.get(alike) ?? []), home])
  }
  const [main = 'en'] = language.toLowerCase().split('-')
  const rank = (home: string) => {
    const step = languageStep.exec(home)?.[2]?.toLowerCase()
    return step === language.toLowerCase() ? 3 : step === main ? 2 : step === 'en' ? 1 : 0
  }
  const homes: string[] = []
  const translations: string[] = []
  for (const alike of groups.values()) {
    const [best = '', ...rest] = alike.sort(
      (a, b) => rank(b) - rank(a) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
    )
    homes.push(best)
    translations.push(...rest)
  }
  if (homes.includes('')) translations.push(...foldersOfTheSameNames(posts))
  return { homes: homes.sort(), translations: translations.sort() }
}

const languageStep = /(^|\/)([a-z]{2}(?:[-_][A-Za-z]{2,4})?)(?=\/|$)/

/** `zh/` with the names of the posts beside it is their translation; `go/` with names of its own is a subject. */
function foldersOfTheSameNames(posts: readonly string[]): string[] {
  const atTop = new Set(posts.filter((path) => !path.includes('/')))
  const inFolders = new Map<string, string[]>()
  for (const path of posts) {
    const [, folder, name] = /^([a-z]{2}(?:[-_][A-Za-z]{2,4})?)\/([^/]+)$/.exec(path) ?? []
    if (folder !== undefined && name !== undefined)
      inFolders.set(folder, [...(inFolders.get(folder) ?? []), name])
  }
  return [...inFolders].flatMap(([folder, names]) =>
    names.filter((name) => atTop.has(name)).length * 2 >= names.length ? [folder] : [],
  )
}

/**
 * `one.de.md` next to `one.md`, or to `one.en.md`, is its translation, as Hugo has them. As globs: all files of the other languages, and those of
 * them that are no translations, which are taken back.
 */
export function translatedFiles(
  posts: readonly string[],
  language = 'en',
): { inOthers: string[]; inNoOther: string[] } {
  const [main = 'en'] = language.toLowerCase().split('-')
  const files = posts.map((path) => {
    const [, stem = path, tag = '', ending = ''] = withLanguage.exec(path) ?? []
    return { path, stem, tag, ending }
  })
  const rank = (tag: string) => ['en', main, language.toLowerCase(), ''].indexOf(tag.toLowerCase())
  const best = new Map<string, string>()
  for (const { stem, tag } of files) {
    const other = best.get(stem)
    if (other === undefined || rank(tag) > rank(other)) best.set(stem, tag)
  }
  const isTranslation = ({ stem, tag }: { stem: string; tag: string }) => best.get(stem) !== tag
  const others = new Set(files.filter(isTranslation).map(({ tag, ending }) => `**/*.${tag}.${ending}`))
  return {
    inOthers: [...others].sort(),
    inNoOther: files
      .filter((file) => others.has(`**/*.${file.tag}.${file.ending}`) && !isTranslation(file))
      .map(({ path }) => path),
  }
}

const withLanguage = /^(.+?)(?:\.([a-z]{2}(?:[-_][A-Za-z]{2,4})?))?\.((?:html\.)?\w+)$/
