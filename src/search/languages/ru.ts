import { stopwords } from '@orama/stopwords/russian'

export { stemmer as stem } from '@orama/stemmers/russian'

/** Of the questions that people ask, which the lists of texts do not have. */
const questions =
  'как что какой какая какие какую каким почему зачем ли где куда откуда когда сколько можно нельзя нужно нужен нужна надо просто делать хочу'
export const stopWords = [...stopwords, ...questions.split(' ')]
