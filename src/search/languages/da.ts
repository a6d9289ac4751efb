export { stemmer as stem } from '@orama/stemmers/danish'
export { stopwords as stopWords } from '@orama/stopwords/danish'

export const time = {
  newest: 'seneste|nyeste',
  thisYear: 'i år',
  medium: 'blog(?:gen)?|indlæg(?:get)?|artik(?:el|ler|len)|annoncer\\p{L}*',
}
