import { errorCodes } from '../../errors.ts'
import { headerIn, onEveryAnswer, onEveryResource, onEveryVersion } from '../../snapshot/headers.ts'
import { versionFolder } from '../../version-path.ts'
import { literally } from './accept-patterns.ts'
import { asValue, map, quote } from './nginx-negotiation.ts'
import { pairsOf, type ServerFacts } from './server-facts.ts'
import { gap } from './server-links.ts'

/** Headers that depend on the answer: an empty value is not sent. */
export function nginxHeaderMaps(facts: ServerFacts): string[] {
  const { exact, patterns } = facts.links
  const link = map('$citable_link_form $citable_name', 'link_of', [
    ...exact.map(({ form, name, value }) => [`${form} ${name}`, asValue(value)] as const),
    ...patterns.map(({ form, folder, ending, value }, nth) => {
      const name = `citable_l${nth}`
      return [
        `~^${form} ${literally(folder)}(?<${name}>[^/]+)${literally(ending)}$`,
        asValue(value).replaceAll(gap, `\${${name}}`),
      ] as const
    }),
    ['default', ''],
  ])
  const onlySent = (name: string, value: string) =>
    map('$status', name, [
      ['~^(?:200|304)$', value],
      ['default', ''],
    ])
  return [
    map('$citable_form', 'link_form', [
      ['json', 'file'],
      ['default', '$citable_form'],
    ]),
    link,
    onlySent('link', '$citable_link_of'),
    map('$status $citable_form', 'vary', [
      ['~^(?:200|304) file$', 'Accept-Encoding'],
      ['~^(?:200|304) ', 'Accept, Accept-Encoding'],
      ['~^406 file$', 'Accept-Encoding'],
      ['~^406 ', 'Accept, Accept-Encoding'],
      ['default', ''],
    ]),
    map('$status $citable_form', 'location', [
      ['~^(?:200|304) md$', `${facts.site.basePath}$citable_chosen`],
      ['default', ''],
    ]),
    map('$status $citable_name', 'cache', [
      [`~^(?:200|304) ${literally(versionFolder)}`, headerIn(onEveryVersion, 'Cache-Control') ?? ''],
      ['~^(?:200|304) ', headerIn(onEveryResource, 'Cache-Control') ?? ''],
      ['~^204 ', ''],
      ['~^308 ', 'public, max-age=3600'],
      ['~^404 ', errorCodes.resource_not_found.cache],
      ['default', 'no-store'],
    ]),
    map('$status', 'allow', [
      ['~^(?:204|405|501)$', 'GET, HEAD, OPTIONS'],
      ['default', ''],
    ]),
    map('$status', 'preflight', [
      ['204', 'GET, HEAD, OPTIONS'],
      ['default', ''],
    ]),
    map('$status', 'preflight_headers', [
      ['204', '*'],
      ['default', ''],
    ]),
    map('$status', 'preflight_age', [
      ['204', '86400'],
      ['default', ''],
    ]),
    map('$status $citable_encoding', 'sent_encoding', [
      ['~^200 (?<citable_e>.+)$', '$citable_e'],
      ['default', ''],
    ]),
    ...ofResources.map(([, value], nth) => onlySent(`all_${nth}`, value)),
    ...byKind(facts).map(([, page, file], nth) =>
      map('$status $citable_form', `kind_${nth}`, [
        ['~^(?:200|304) html$', page],
        ['~^(?:200|304) ', file],
        ['default', ''],
      ]),
    ),
  ]
}

/** All of them, for every answer. */
export function nginxHeaderLines(facts: ServerFacts): string {
  const lines: [string, string][] = [
    ...pairsOf(onEveryAnswer),
    ['Link', '$citable_link'],
    ['Vary', '$citable_vary'],
    ['Content-Location', '$citable_location'],
    ['Content-Encoding', '$citable_sent_encoding'],
    ['Cache-Control', '$citable_cache'],
    ['Last-Modified', ''],
    ['Allow', '$citable_allow'],
    ['Access-Control-Allow-Methods', '$citable_preflight'],
    ['Access-Control-Allow-Headers', '$citable_preflight_headers'],
    ['Access-Control-Max-Age', '$citable_preflight_age'],
    ...ofResources.map(([name], nth): [string, string] => [name, `$citable_all_${nth}`]),
    ...byKind(facts).map(([name], nth): [string, string] => [name, `$citable_kind_${nth}`]),
  ]
  return lines.map(([name, value]) => `    add_header ${name} ${quote(value)} always;`).join('\n')
}

/** On all that is sent of the archive, and on no error. */
const ofResources = pairsOf(onEveryResource).filter(
  ([name]) => name !== 'Cache-Control' && !onEveryAnswer.includes(name),
)

function byKind({ onPages, onFiles }: ServerFacts): [string, string, string][] {
  const names = new Set([...onPages, ...onFiles].map(([name]) => name))
  const of = (list: ServerFacts['onPages'], name: string) => list.find(([other]) => other === name)?.[1] ?? ''
  return Array.from(names, (name) => [name, of(onPages, name), of(onFiles, name)])
}
