import type { PageWords } from './pages.ts'

export const ja: PageWords = {
  search: {
    summary: (publication) => `${publication}の記事の全文検索。検索結果には、該当する箇所が引用されます。`,
    text: (
      template,
    ) => `テーマを表す語をいくつか入力してください。順序や語形は問いません。引用符で囲んだ語句は、そのままの形で検索されます（例: \`"entity tag"\`）。どの記事にもない語は、同じ文字で始まる語やつづりの似た語に置き換えて検索し、その旨を検索結果に表示します。

プログラムは \`${template}\` から、同じ検索結果を Markdown で取得できます。`,
  },
  results: {
    title: '検索結果',
    summary: (publication) => `${publication}の該当記事と、その該当箇所。`,
    closing:
      '記事は、ページのアドレスの末尾に `.md` を付けると Markdown で読めます。引用の際は、著者、タイトル、URL を明記してください。',
  },
  contact: {
    summary: (publication) => `${publication}の発行者と、訂正や質問の連絡先。`,
    publisher: (publication, name) => `${publication}の発行者は${name}です。`,
    email: (address) => `メール: ${address}`,
    web: (address) => `ウェブ: ${address}`,
    neither: 'メールアドレスもウェブページも公開されていません。',
    corrections:
      '訂正のご連絡には、記事のアドレス、現在の文、誤りであることを示す出典を添えていただけると助かります。',
  },
  privacy: {
    summary: (publication) => `${publication}が読者について知り得ることと、掲載内容の利用条件。`,
    privacy: (isSearchable) =>
      `このサイトは Cookie を使用せず、ログインも求めません。閲覧専用であり、読者が送信するものはありません。${
        isSearchable ? '検索した語は検索結果のアドレスに含まれ、サーバーに送られます。' : ''
      }記事に掲載された画像や音声・動画を除き、ページが外部から読み込むものはありません。唯一のスクリプトは、なくてもページは同じように使えます。スクリプトは配色の設定を読者の端末に保存するだけで、どこにも送信しません。`,
    weekly: '内容はおよそ週に一度更新されます。',
    caching:
      '取得したものは少なくとも一時間キャッシュし、その後は `ETag` を送ってください。変更のない文書には、短い応答だけが返ります。',
    headings: { privacy: 'プライバシー', terms: '利用条件', caching: 'キャッシュ' },
  },
  terms: `商用を含め、自由に利用できます。利用回数の制限もキーもなく、コード内での帰属表示も必要ありません。

記事を引用するプログラムは、著者、タイトル、正規 URL を明記します。記事にあるベンチマークの数値を引用するプログラムは、記事が示す一次資料を明記します。引用に必要な情報は、各記事の Markdown 版のフロントマターにあります。`,
}
