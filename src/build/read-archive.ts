import type { Body } from '../archive/body.ts'
import { makeArchive, publishedFiles, usedFiles } from '../archive/build.ts'
import { checkArchive } from '../archive/checks/checks.ts'
import { unpublishedIn } from '../archive/checks/unpublished.ts'
import { makeAssets, resizeImages } from '../archive/files/assets.ts'
import type { Archive, Asset, UsedFile } from '../archive/model.ts'
import { type BuildPlan, type PlanOptions, planArchive, readBodies } from '../archive/plan.ts'
import { normalBaseUrl } from '../archive/urls.ts'
import {
  type Built,
  byPosition,
  type Checked,
  type Diagnostic,
  hasErrors,
  pathsWithErrors,
  withLevels,
} from '../base/diagnostics.ts'
import { type Content, readBytes, readContent, withoutDocuments } from '../content/read.ts'
import type { Config } from './config.ts'
import { importConfig, withScripts } from './read-config.ts'
import type { TracedModule } from './modules.ts'
import { settingsPath } from '../content/settings.ts'
import type { ContentSource } from '../content/source.ts'
import { fileDigest } from '../snapshot/encode.ts'
import { type OnProgress, reportingBodies, reportingSource } from './progress.ts'

/** The options of `compile`, and those of commands. */
export interface ReadOptions extends Config, Omit<PlanOptions, 'baseUrl'> {
  readonly baseUrl?: string | undefined
  readonly fallbackBaseUrl?: string
  readonly skipBroken?: boolean | undefined
  readonly report?: OnProgress | undefined
  /** Imported in this process, in place of the options of a config. */
  readonly config?: TracedModule | undefined
  /** Publishes drafts, resizes no images, and does not look for unpublished posts. */
  readonly isPreview?: boolean
}

const maximumPasses = 3

/** Reads, parses and checks every post and page. Returns no value if any diagnostic is an error. */
export async function readArchive(
  from: ContentSource,
  { config, ...given }: ReadOptions = {},
  /** Replaces `readBodies`, for example to use worker threads. */
  bodiesOf: (plan: BuildPlan) => readonly Body[] | Promise<readonly Body[]> = (plan) =>
    readBodies(plan, given.report && reportingBodies(plan.documents.length, given.report)),
): Promise<Built<Archive>> {
  const own: Checked<Config> = config ? await importConfig(config) : { value: given, diagnostics: [] }
  if (!own.value) return { value: undefined, diagnostics: own.diagnostics }
  const options = { ...given, ...own.value }
  const { cache, fields, generators, page, theme, scripts, isPreview = false, skipBroken = false } = options
  const source = options.report ? reportingSource(from, options.report) : from
  let content = await readContent(source, { cache, withDrafts: isPreview, fields, generators })
  let checked = await planAndCheck(content)
  const leftOut: Diagnostic[] = []
  // A post that is left out may break another: one that is in two series, or has `dead-link: error`.
  for (let rest = skipBroken ? maximumPasses : 0; hasErrors(checked.diagnostics) && rest > 0; rest--) {
    const broken = pathsWithErrors(checked.diagnostics)
    const sound = withoutDocuments(content, broken)
    if (!sound) break
    content = sound
    leftOut.push(...checked.diagnostics.filter(({ path }) => broken.has(path)))
    checked = await planAndCheck(content)
  }
  const { plan, bodies, files } = checked
  const { nextChange } = plan.content
  // Without valid settings, we cannot tell which files are posts.
  const isKnown = !isPreview && !plan.content.broken.has(settingsPath)
  const unpublished = isKnown ? await unpublishedIn(source, plan.content, bodies, cache) : []
  const diagnostics = [...leftOut, ...checked.diagnostics, ...unpublished].sort(byPosition)
  if (hasErrors([...checked.diagnostics, ...unpublished]))
    return { value: undefined, diagnostics, nextChange }
  const assets = await readAssets(source, publishedFiles(files, plan), content, isPreview)
  const archive = assets.value && makeArchive(plan, bodies, assets.value)
  const value = archive && {
    ...archive,
    pageHook: page,
    ownTheme: theme,
    ...withScripts(archive.look, scripts),
  }
  return { value, diagnostics: [...diagnostics, ...assets.diagnostics], nextChange }

  async function planAndCheck(content: Content) {
    const { baseUrl, fallbackBaseUrl = 'http://localhost:3000' } = options
    const address = normalBaseUrl(baseUrl ?? content.settings.baseUrl ?? fallbackBaseUrl)
    const plan = planArchive(content, { ...options, baseUrl: address })
    const bodies = await bodiesOf(plan)
    const files = usedFiles(plan, bodies)
    return { plan, bodies, files, diagnostics: checkArchive(plan, bodies, files) }
  }
}

async function readAssets(
  source: ContentSource,
  files: readonly UsedFile[],
  { settings, settingsFile }: Content,
  isPreview: boolean,
): Promise<Checked<readonly Asset[]>> {
  const read = await Promise.all(
    files.map(async (file) => ({ file, bytes: await readBytes(source, file.source) })),
  )
  const complete = read.flatMap(({ file, bytes: { value } }) => (value ? [{ file, bytes: value }] : []))
  const widths = isPreview ? [] : settings.images.widths
  const resized = await resizeImages(complete, widths, settingsFile)
  const { assets, diagnostics } = makeAssets(complete, resized.images, fileDigest)
  const unread = read.flatMap(({ bytes }) => bytes.diagnostics)
  const problems = withLevels([...unread, ...resized.diagnostics, ...diagnostics], settings.rules)
  return { value: hasErrors(problems) ? undefined : assets, diagnostics: problems }
}
