// Latin words within Chinese are English.
export { stem, stopWords } from './en.ts'

export const time = {
  newest: '最新的?|最近的?',
  thisYear: '今年的?',
  medium: '的?(?:博客|文章|帖子|公告|發布|发布)',
}
