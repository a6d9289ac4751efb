import { byPosition, type Diagnostic, limitPerFile, withLevels } from '../../base/diagnostics.ts'
import type { Body } from '../body.ts'
import type { UsedFile } from '../model.ts'
import { checkFiles } from '../paths.ts'
import type { BuildPlan } from '../plan.ts'
import { checkTargets } from './links.ts'
import { checkInsets, checkNavigation } from './look.ts'
import { checkPageNames, checkPosts } from './posts.ts'

/** Returns every problem of the content, by position, with the publisher's levels. */
export function checkArchive(
  plan: BuildPlan,
  bodies: readonly Body[],
  files: readonly UsedFile[],
): Diagnostic[] {
  const { content, posts, pages, paths, covers } = plan
  const published = posts.length + pages.length
  const problems = [
    ...content.diagnostics,
    ...paths.diagnostics,
    ...checkPosts(plan),
    ...checkPageNames(pages),
    ...checkNavigation(
      content,
      pages.map(({ id }) => id),
    ),
    ...checkInsets(content),
    // Unclosed front matter may swallow the whole body.
    ...bodies.flatMap(({ diagnostics }, at) =>
      at < published ? diagnostics : diagnostics.filter(({ rule }) => rule !== 'empty-body'),
    ),
    ...checkTargets(bodies),
    ...covers.diagnostics,
    ...checkFiles(files, paths),
  ]
  return limitPerFile(withLevels(problems.sort(byPosition), content.settings.rules))
}
