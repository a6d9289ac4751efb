import { onEveryAnswer, onEveryResource, onEveryVersion } from '../../snapshot/headers.ts'
import { versionFolder } from '../../version-path.ts'
import { literally } from './accept-patterns.ts'
import { captured, map, quote } from './caddy-negotiation.ts'
import { pairsOf, type ServerFacts } from './server-facts.ts'
import { gap } from './server-links.ts'

/** Headers of what is sent; each is set before the file is opened. */
export function caddyHeaders(facts: ServerFacts): string[] {
  const { exact, patterns } = facts.links
  const kinds = [...new Set([...facts.onPages, ...facts.onFiles].map(([name]) => name))]
  const valueIn = (list: ServerFacts['onPages'], name: string) => list.find(([one]) => one === name)?.[1]
  return [
    map('{citable_form}', 'link_form', [
      ['json', 'file'],
      ['default', '{citable_form}'],
    ]),
    map('{citable_link_form} {citable_name}', 'link', [
      ...exact.map(({ form, name, value }) => [`${form} ${name}`, value] as const),
      ...patterns.map(
        ({ form, folder, ending, value }) =>
          [
            `~^${form} ${literally(folder)}([^/]+)${literally(ending)}$`,
            value.replaceAll('$', '$$$$').replaceAll(gap, captured(1)),
          ] as const,
      ),
      ['default', ''],
    ]),
    '@citable_link expression `{citable_link} != ""`',
    'header @citable_link Link {citable_link}',
    map('{citable_form}', 'vary', [
      ['file', 'Accept-Encoding'],
      ['default', 'Accept, Accept-Encoding'],
    ]),
    'header Vary {citable_vary}',
    'header Content-Type {citable_type}',
    '@citable_twin expression `{citable_form} == "md"`',
    `header @citable_twin Content-Location ${facts.site.basePath}{citable_chosen}`,
    ...pairsOf(onEveryResource)
      .filter(([name]) => !onEveryAnswer.includes(name))
      .map(([name, value]) => `header ${name} ${quote(value)}`),
    map('{citable_name}', 'version', [
      [`~^${literally(versionFolder)}`, '1'],
      ['default', ''],
    ]),
    '@citable_version expression `{citable_version} == "1"`',
    ...pairsOf(onEveryVersion)
      .slice(0, 1)
      .map(([name, value]) => `header @citable_version ${name} ${quote(value)}`),
    '@citable_html expression `{citable_form} == "html"`',
    '@citable_data expression `{citable_form} != "html"`',
    ...kinds.flatMap((name) =>
      [
        ['@citable_html', valueIn(facts.onPages, name)],
        ['@citable_data', valueIn(facts.onFiles, name)],
      ].flatMap(([matcher, value]) =>
        value === undefined ? [] : [`header ${matcher} ${name} ${quote(value)}`],
      ),
    ),
  ]
}
