import type { Archive } from '../archive/model.ts'
import { securityPath } from '../archive/urls.ts'
import type { TextFile } from './row.ts'

/** RFC 9116, where the publisher says whom to write to and until when that holds: no clock is read here that could tell. */
export function securityFiles({ settings, urls }: Archive): TextFile[] {
  const { security, language } = settings
  if (!security) return []
  const contact = security.contact.includes('://') ? security.contact : `mailto:${security.contact}`
  const text = `Contact: ${contact}
Expires: ${security.expires}T00:00:00Z
Canonical: ${urls.url(securityPath)}
Preferred-Languages: ${language}
`
  return [{ path: securityPath, text }]
}
