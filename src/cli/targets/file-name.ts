import type { Form } from '../../snapshot/draft.ts'
import { isPage } from './static-headers.ts'

/** The file of an address: `name` is its path without the first slash. */
export function fileName(name: string, { contentType }: Pick<Form, 'contentType'>): string {
  if (name === '') return 'index.html'
  const bare = contentType.includes('json') && !name.endsWith('.json')
  const decoded = decodeURIComponent(name)
  return isPage(contentType) || bare ? `${decoded}.html` : decoded
}
