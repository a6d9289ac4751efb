import { expect, test } from 'vitest'
import { furtherRoots } from '../../src/cli/init/guesses.ts'
import { languageOf } from '../../src/cli/init/text-language.ts'

const sentences = {
  de: 'Wer nicht misst, der rät; und das ist mit einem Lineal auf dem Tisch nicht nötig.',
  fr: 'Les mesures sont dans le tableau, et vous pouvez les lire sur une page qui est pour tous.',
  es: 'Los números están en la tabla, y el lector los ve como una lista, pero más corta por las notas.',
  pt: 'Os números não são mais do que uma tabela, e você também pode ler com calma.',
  it: 'I numeri sono nella tabella che il lettore non vede, per una svista della pagina di ieri.',
  nl: 'Het is een tabel van getallen, maar niet voor wie ook dat van zijn buurman wil lezen.',
  sv: 'Det är en tabell som jag inte läser, för att den och listan på sidan av är långa.',
  pl: 'Tabela nie jest na stronie, ale w pliku, i że się ją czyta przez chwilę, jak list z domu.',
  tr: 'Bu tablo bir sayfa için çok uzun, ve liste gibi daha kısa ile olarak okunur.',
  ja: 'この表には数字がありますが、読む人は少ないと思います。',
  ko: '이 표에는 숫자가 있지만 읽는 사람은 적다고 생각합니다.',
  zh: '这张表里有数字，但是读的人很少，我们明天再写一篇文章。',
  ar: 'في هذا الجدول أرقام كثيرة لكن من يقرأها قليل وسنكتب غدا مقالة أخرى.',
  fa: 'در این جدول عدد زیادی هست ولی کسی که می‌خواند گاهی چیزی پیدا نمی‌کند.',
  he: 'בטבלה הזאת יש הרבה מספרים אבל מעט אנשים קוראים אותה.',
  ru: 'В этой таблице много чисел, но мы думаем, что её читают немногие, и это не беда.',
  uk: 'У цій таблиці є багато чисел, але її читають лише деякі, і це її біда.',
  el: 'Στον πίνακα αυτόν υπάρχουν πολλοί αριθμοί, αλλά λίγοι τους διαβάζουν.',
  th: 'ตารางนี้มีตัวเลขมากมาย แต่มีคนอ่านน้อย',
}

const code = '\n```js\nfor (const the of is) { with (that) this.and(of, the, it) }\n```\n'

test.each(Object.entries(sentences))('posts in %s are told by their words', (language, sentence) => {
  const body = `${`${sentence} `.repeat(6)}${code}`
  expect(languageOf([body, body])).toBe(language)
})

test('English needs no saying, and what is short or mixed is not guessed', () => {
  const english = 'The number is in this table, and it is for those of you that read with care. '.repeat(6)
  expect(languageOf([english])).toBeUndefined()
  expect(languageOf([`${english}${sentences.de} ${sentences.ja}`])).toBeUndefined()
  expect(languageOf([sentences.fr])).toBeUndefined()
  expect(languageOf(['', code])).toBeUndefined()
})

test('folders of files are those that have what posts show', () => {
  const bodies = [
    '![a](/img/a.png) <img src="/img/b.jpg">',
    '---\nimage: /c.svg\n---\n![d](/d/d.png) ![e](e.png)',
  ]
  const paths = ['static/img/a.png', 'site/files/img/b.jpg', 'site/files/c.svg', 'old/c.svg', 'x/e.png']
  expect(furtherRoots(bodies, paths, ['static'])).toEqual(['site/files'])
  expect(furtherRoots(bodies, paths, ['site/files', 'static'])).toEqual([])
})
