/** What a theme is made of: the default theme and its parts, the data of pages, and the template tag that escapes. */
export { type Article, type Citing, citeBox } from './pages/article.ts'
export type { Home } from './pages/home.ts'
export { Html, html, type Piece, raw } from './pages/html.ts'
export { type Frame, type PageContext, tools } from './pages/layout.ts'
export type { ListItem, ListSection, ListView } from './pages/list.ts'
export * from './pages/parts.ts'
export { contents, type ContentsEntry, type PageBody, type SearchForm } from './pages/plain.ts'
export { dataVersion, defaultTheme, type Theme } from './pages/theme.ts'
