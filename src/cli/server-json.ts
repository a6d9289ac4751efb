import { servicePaths } from '../archive/urls.ts'
import { type Diagnostic, withLevels } from '../base/diagnostics.ts'
import { problem, TextFile } from '../base/text-file.ts'
import type { Archive } from '../archive/model.ts'
import type { ContentSource } from '../content/source.ts'
import { isObject } from '../mcp/message.ts'
import { publish } from '../representations/publication.ts'
import { bytesOf, decodeUtf8 } from '../base/utf8.ts'

/** Entry for the MCP registry: https://github.com/modelcontextprotocol/registry */
export const serverJsonPath = 'server.json'

const registrySchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** Returns undefined without a base URL. */
export function serverJson(archive: Archive): string | undefined {
  if (archive.settings.baseUrl === undefined) return undefined
  const { name, title, description, version, websiteUrl } = publish(archive).mcp().serverInfo
  const remotes = [{ type: 'streamable-http', url: archive.urls.url(servicePaths.mcp) }]
  const entry = { $schema: registrySchema, name, title, description, version, websiteUrl, remotes }
  return `${JSON.stringify(entry, null, 2)}\n`
}

/** Checks for errors that the registry rejects, and for a foreign endpoint. Ignores unrelated files of the same name. */
export async function checkServerJson(source: ContentSource, archive: Archive): Promise<Diagnostic[]> {
  const text = await source.read(serverJsonPath).then(
    (file) => decodeUtf8(bytesOf(file)),
    () => '',
  )
  if (!text.includes('modelcontextprotocol.io')) return []
  const wrong = mistakeIn(text, archive)
  if (wrong === undefined) return []
  const found = problem(new TextFile(serverJsonPath, text), 0, 'server-json', ...wrong)
  return withLevels([found], archive.settings.rules)
}

function mistakeIn(text: string, archive: Archive): readonly [message: string, hint: string] | undefined {
  const { name, description, version, remotes } = fieldsIn(text)
  const own = publish(archive).mcp().serverInfo.name
  if (!/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(String(name)))
    return ['`name` is not of the form namespace/name.', `Write \`"name": "${own}"\`.`]
  if (typeof description !== 'string' || description.length < 1 || description.length > 100)
    return ['`description` must have 1 to 100 characters.', 'Write one short sentence.']
  if (typeof version !== 'string' || version === '')
    return ['`version` is missing.', 'Add one, such as `"version": "1.0.0"`, and raise it with every change.']
  const url = archive.urls.url(servicePaths.mcp)
  const isNamed = Array.isArray(remotes) && remotes.some((one) => isObject(one) && one['url'] === url)
  if (isNamed || archive.settings.baseUrl === undefined) return undefined
  const hint = `Write \`"remotes": [{ "type": "streamable-http", "url": "${url}" }]\`.`
  return ['`remotes` does not list this archive’s endpoint.', hint]
}

function fieldsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
