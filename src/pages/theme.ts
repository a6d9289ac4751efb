import { type Article, articleMain } from './article.ts'
import { type Home, homeMain } from './home.ts'
import type { Html } from './html.ts'
import { type PageContext, pageBody } from './layout.ts'
import { listMain, type ListView } from './list.ts'
import { type PageBody, plainMain, type SearchForm, searchMain } from './plain.ts'

/** Version of the data below. It changes when a field is removed or means something else; new fields do not change it. */
export const dataVersion = 1

/**
 * Makes the HTML of every page, from data that is ready to be shown. Citable writes the document around it and its head, so that what the
 * contract says of a page holds in every theme.
 */
export interface Theme {
  /** The content of `<body>`; `main` is what one of the functions below made. */
  readonly body: (page: PageContext, main: Html) => Html
  readonly home: (home: Home, page: PageContext) => Html
  readonly post: (post: Article, page: PageContext) => Html
  /** A page of text, such as the contact page and the developer portal. */
  readonly page: (text: PageBody, page: PageContext) => Html
  /** Posts of a year, a tag, a series or an author, or a list of such lists. */
  readonly list: (list: ListView, page: PageContext) => Html
  /** The form and the frame of results. `body` has the results. */
  readonly search: (search: SearchForm, page: PageContext) => Html
  /** More elements for `<head>`. */
  readonly head?: (page: PageContext) => Html
  /** CSS after that of the default theme. */
  readonly styles?: string
}

export const defaultTheme: Theme = {
  body: pageBody,
  home: homeMain,
  post: articleMain,
  page: plainMain,
  list: listMain,
  search: searchMain,
}
