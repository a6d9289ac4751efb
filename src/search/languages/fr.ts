import { stopwords } from '@orama/stopwords/french'

export { stemmer as stem } from '@orama/stemmers/french'
export { fr as words } from '../../words/fr.ts'

/** Of the questions that people ask, which the lists of texts do not have. */
const questions = 'comment pourquoi quel quelle quels quelles est-ce faut peut peux dois puis faire'
export const stopWords = [...stopwords, ...questions.split(' ')]
