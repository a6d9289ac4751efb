/** What a theme is made of: the default theme, and the template tag that escapes. */
export type { Article } from './pages/article.ts'
export type { Home, HomePost } from './pages/home.ts'
export { Html, html, type Piece, raw } from './pages/html.ts'
export type { Frame, PageContext } from './pages/layout.ts'
export type { ListItem, ListSection, ListView } from './pages/list.ts'
export type { PageBody, SearchForm } from './pages/plain.ts'
export { dataVersion, defaultTheme, type Theme } from './pages/theme.ts'
