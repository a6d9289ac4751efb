import { settingsPath } from '../../content/settings.ts'
import type { ContentSource } from '../../content/source.ts'

/** A folder of a source, as a source. */
export function within(source: ContentSource, folder: string): ContentSource {
  const start = `${folder}/`
  return {
    list: async () =>
      (await source.list()).flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : [])),
    read: (path) => source.read(start + path),
  }
}

/** A source with this text for its archive.yaml. */
export function withSettings(source: ContentSource, text: string): ContentSource {
  return {
    list: async () => [...new Set([...(await source.list()), settingsPath])],
    read: async (path) => (path === settingsPath ? text : source.read(path)),
  }
}
