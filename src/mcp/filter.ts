import { type Arguments, ToolError } from './arguments.ts'
import { didYouMean, type Posts } from './posts.ts'

export interface AskedFilter {
  readonly series?: string
  readonly tag?: string
}

/** Which posts are wanted. A name in any case and spelling is the one that is in use; an unknown one is reported. */
export function readFilter(values: Arguments['values'], posts: Posts): AskedFilter | ToolError {
  const series = values.get('series')
  const tag = values.get('tag')
  const knownSeries = series === undefined ? undefined : posts.seriesLike(String(series))
  if (series !== undefined && knownSeries === undefined) {
    return new ToolError(
      `There is no such series. Leave \`series\` out, or use one of: ${posts.series().join(', ')}.`,
    )
  }
  const knownTag = tag === undefined ? undefined : posts.tagLike(String(tag))
  if (tag !== undefined && knownTag === undefined) {
    const advice = didYouMean(posts.nearTags(String(tag))) || ' Leave `tag` out, or search for it.'
    const known = posts.tags().slice(0, mostTagsNamed).join(', ') || 'none'
    return new ToolError(`No post has that tag.${advice} Tags in use: ${known}.`)
  }
  return {
    ...(knownSeries === undefined ? {} : { series: knownSeries }),
    ...(knownTag === undefined ? {} : { tag: knownTag }),
  }
}

const mostTagsNamed = 50
