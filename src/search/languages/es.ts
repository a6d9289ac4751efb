export { stemmer as stem } from '@orama/stemmers/spanish'
export { stopwords as stopWords } from '@orama/stopwords/spanish'
export { es as words } from '../../words/es.ts'
