// Latin words within Japanese are English.
export { stem, stopWords } from './en.ts'
/** With the particles beside them, which would become words. */
export const time = {
  newest: '(?:最新|最近|新着|直近)の?|(?:一番|最も|もっとも)?新しい',
  thisYear: '今年の?',
  medium: 'の?(?:ブログ|記事|投稿|お知らせ|発表)[のをはで]?',
}
