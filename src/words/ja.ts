import type { PageWords, Words } from './words.ts'

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
  authors: '著者',
  developers: '開発者向け',
  contact: 'お問い合わせ',
  privacy: 'プライバシーと利用条件',
  sources: 'ソース',
  feed: '購読',
  play: 'ここで再生',
  aboutFeed: 'これはフィードです。このページのアドレスをフィードリーダーに登録すると、新しい記事が届きます。',

  newest: '最近の記事',
  earlier: '過去の記事',
  allPosts: (count) => `全${count}件の記事`,
  contents: '目次',
  revised: '改訂',
  previous: '前の記事',
  next: '次の記事',
  related: '関連記事',
  alsoAs: 'この記事の別形式:',
  cite: '引用',
  originally: '初出:',

  alerts: { note: 'メモ', tip: 'ヒント', important: '重要', warning: '警告', caution: '注意' },
  tasks: { open: '未完了のタスク', done: '完了したタスク' },
  breadcrumb: 'パンくずリスト',
  results: {
    title: (words) => `検索: ${words}`,
    previous: '前の検索結果',
    more: '次の検索結果',
    withoutQuotes: '引用符なしで検索',
    address: (label, url) => `${label}: ${url}`,
    count: (total) => (total === 0 ? '検索結果はありません' : `検索結果: ${total}件`),
    noPage: (page) => `この検索結果に${page}ページ目はありません。`,
    noWords: '検索できる語が含まれていません。',
    cut: (characters) => `検索には先頭の${characters}文字だけが使われました。`,
    replaced: (term, by) => `「${term}」はどの記事にもないため、${quoted(by)}で検索しました。`,
    nowhere: (terms) => `${quoted(terms)}に一致する記事はありません。`,
    thisYear: (year: string) => `「今年」は、最新の記事の年である${year}年として扱いました。`,
    frequent: 'よく使われる語だけの語句のため、上位の記事の中だけで検索しました。',
  },

  lists: {
    titles: {
      time: (time) => `${/^\d+$/.test(time) ? `${time}年` : time}の記事`,
      undated: '日付のない記事',
      series: (label) => `シリーズ: ${label}`,
      tag: (tag) => `トピック: ${tag}`,
      author: (name) => name,
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
        author: `著者「${name}」`,
      }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `${span[0]}〜${span[1]}`)
      return `${publication}（${what}）: ${ja.posts(count)}${when ? `、${when}` : ''}。`
    },
    headings: { posts: '記事', all: 'すべて', newest: '新着記事', mostPosts: '記事の多い順' },
    more: '一覧',
    by: {
      years: '年別の記事',
      'all series': 'シリーズ別の記事',
      tags: 'トピック別の記事',
      authors: '著者別の記事',
    },
    count: {
      'all series': (count) => `${count}シリーズ`,
      tags: (count) => `${count}トピック`,
      authors: (count) => `${count}人の著者`,
    },
  },

  copy: 'コピー',
  copied: 'コピーしました',
  copyLink: 'この箇所へのリンクをコピー',
  theme: 'テーマ',
  themes: { auto: 'システム', light: 'ライト', dark: 'ダーク' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `「${term}」`).join('、')

export const jaPages: PageWords = {
  search: {
    summary: (publication) => `${publication}の記事の全文検索。検索結果には、該当する箇所が引用されます。`,
    text: `テーマを表す語をいくつか入力してください。順序や語形は問いません。引用符で囲んだ語句は、そのままの形で検索されます（例: \`"entity tag"\`）。どの記事にもない語は、同じ文字で始まる語やつづりの似た語に置き換えて検索し、その旨を検索結果に表示します。`,
    programs: (template) => `プログラムは \`${template}\` から、同じ検索結果を Markdown で取得できます。`,
    inBrowser: 'ここでの検索はブラウザー内で実行されるため、JavaScript が必要です。',
  },
  results: {
    title: '検索結果',
    summary: (publication) => `${publication}の該当記事と、その該当箇所。`,
    closing:
      '記事は、ページのアドレスの末尾に `.md` を付けると Markdown で読めます。引用の際は、著者、タイトル、URL を明記してください。',
  },
  contact: {
    summary: (publication, isReachable) =>
      `${publication}の発行者${isReachable ? 'と、訂正や質問の連絡先' : ''}。`,
    publisher: (publication, name) => `${publication}の発行者は${name}です。`,
    email: (address) => `メール: ${address}`,
    web: (address) => `ウェブ: ${address}`,
    neither: 'メールアドレスもウェブページも公開されていません。',
    corrections:
      '訂正のご連絡には、記事のアドレス、現在の文、誤りであることを示す出典を添えていただけると助かります。',
  },
  privacy: {
    summary: (publication) => `${publication}が読者について知り得ることと、掲載内容の利用条件。`,
    privacy: `このサイトは Cookie を使用せず、ログインも求めません。閲覧専用であり、読者が送信するものはありません。検索した語は検索結果のアドレスに含まれ、サーバーに送られます。記事に掲載された画像や音声・動画を除き、ページが外部から読み込むものはありません。唯一のスクリプトは、なくてもページは同じように使えます。スクリプトは配色の設定を読者の端末に保存するだけで、どこにも送信しません。`,
    hosts: (hosts) =>
      `発行者が追加したコンテンツを、ページは ${hosts} からも読み込みます。それらには各サービスのプライバシー規約が適用されます。`,
    players: '動画は、再生したときにはじめて提供元から読み込まれます。',
    weekly: '内容はおよそ週に一度更新されます。',
    caching:
      '取得したものは少なくとも一時間キャッシュし、その後は `ETag` を送ってください。変更のない文書には、短い応答だけが返ります。',
    headings: { privacy: 'プライバシー', terms: '利用条件', caching: 'キャッシュ' },
  },
  noTerms: `発行者は利用条件を示していません。法律で認められる範囲を超える利用は許諾されていません。文章を再利用する前にお問い合わせください。

記事を引用するプログラムは、著者、タイトル、正規 URL を明記します。`,
}
