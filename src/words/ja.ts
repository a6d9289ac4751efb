import type { Words } from './words.ts'

export const ja: Words = {
  direction: 'ltr',
  months: ['1月', '2月', '3月', '4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月'],
  day: (date, month, year) => `${year}年${month}${date}日`,
  month: (month, year) => `${year}年${month}`,
  and: (names) => names.join('、'),
  readingTime: (minutes) => `読了時間 ${minutes}分`,
  posts: (count) => `${count}件の記事`,

  skip: '本文へ移動',
  forPrograms: 'プログラム向けの全ページ・全記事の一覧:',
  site: 'サイト',
  search: '検索',
  years: 'アーカイブ',
  series: 'シリーズ',
  tags: 'トピック',
  developers: '開発者向け',
  contact: 'お問い合わせ',
  privacy: 'プライバシーと利用条件',
  sources: 'ソース',
  feed: 'フィード',

  newest: '最近の記事',
  earlier: '過去の記事',
  allPosts: (count) => `全${count}件の記事（年別）`,
  everyForm: 'すべての記事は、プログラムやエージェント向けに Markdown と JSON でも読めます:',
  contents: '目次',
  revised: '改訂',
  previous: '前の記事',
  next: '次の記事',
  related: '関連記事',
  alsoAs: 'この記事の別形式:',
  cite: '引用',
  originally: '初出:',

  breadcrumb: 'パンくずリスト',
  results: {
    title: (asked) => `検索: ${asked}`,
    inSection: '見出し:',
    previous: '前の検索結果',
    more: '次の検索結果',
    address: (label, url) => `${label}: ${url}`,
    count: (total) => (total === 0 ? '検索結果はありません' : `検索結果: ${total}件`),
    noPage: (page) => `この検索結果に${page}ページ目はありません。`,
    noWords: '検索できる語が含まれていません。',
    cut: (characters) => `検索には先頭の${characters}文字だけが使われました。`,
    replaced: (term, by) => `「${term}」はどの記事にもないため、${quoted(by)}で検索しました。`,
    nowhere: (terms) => `${quoted(terms)}に一致する記事はありません。`,
    frequent: 'よく使われる語だけの語句のため、上位の記事の中だけで検索しました。',
  },

  lists: {
    titles: {
      time: (time) => `${/^\d+$/.test(time) ? `${time}年` : time}の記事`,
      undated: '日付のない記事',
      series: (label) => `シリーズ: ${label}`,
      tag: (tag) => `トピック: ${tag}`,
    },
    undated: '日付なし',
    part: (number) => `その${number}`,
    range: (from, to) => `${from}〜${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = {
        time: name,
        undated: '日付なし',
        series: `シリーズ「${name}」`,
        tag: `トピック「${name}」`,
      }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `${span[0]}〜${span[1]}`)
      return `${publication}（${what}）: ${ja.posts(count)}${when ? `、${when}` : ''}。`
    },
    newest: (title, date) => `最新: ${title}${date && `（${date}）`}`,
    headings: {
      posts: '記事',
      all: 'すべて',
      newest: '新着記事',
      mostPosts: '記事の多い順',
      more: '一覧',
    },
    by: { years: '年別の記事', 'all series': 'シリーズ別の記事', tags: 'トピック別の記事' },
    count: {
      years: (count) => `${count}年分`,
      'all series': (count) => `${count}シリーズ`,
      tags: (count) => `${count}トピック`,
    },
  },

  copy: 'コピー',
  copied: 'コピーしました',
  copyLink: 'この箇所へのリンクをコピー',
  theme: 'テーマ',
  themes: { auto: 'システム', light: 'ライト', dark: 'ダーク' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `「${term}」`).join('、')
