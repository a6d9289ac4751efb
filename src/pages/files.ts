import { digest } from '../digest.ts'
import site from './browser/site.ts?raw'
import print from './style/print.css?raw'

/** What pages load, minified. Neither is waited for: a page is whole without the one, and not yet on paper without the other. */
export const script = versioned(site)
export const printStyle = versioned(print)

/** The version is of the bytes: a page asks for those that it was made with, whatever a cache still has. */
function versioned(text: string): { readonly text: string; readonly version: string } {
  return { text, version: digest(new TextEncoder().encode(text)).slice(0, 8) }
}
