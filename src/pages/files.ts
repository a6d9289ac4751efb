import site from './browser/site.ts?raw'
import print from './style/print.css?raw'

/** What pages load, minified. Neither is waited for: a page is whole without the one, and not yet on paper without the other. */
export { site as script, print as printStyle }
