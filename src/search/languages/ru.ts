import { stemmer } from '@orama/stemmers/russian'
import { stopwords } from '@orama/stopwords/russian'

/** Unifies verbs, nouns and adjectives, which Snowball keeps apart: удалить, удалять, удаление; диск, дисковый; проверить, проверка. */
export function stem(word: string): string {
  return stemmer(word).replace(/(?<=.{4})(?:ова?н?|[ыи]ван?|л?ен|л?я|ан?|й?к)$/, '')
}

/** Question words that the list lacks. */
const questions =
  'почему ли где откуда сколько скольких нужно нужен нужна просто делать хочу вместо вместе кроме'

/** Pronouns in all cases; the list has only some. */
const pronouns = [
  ...'как что это кто кого кому кем чего чему весь вся все всего всей всему всем всеми'.split(' '),
  ...declined('как друг так', 'ой ая ое ую ого ому им ом ие их ими'),
  ...declined('котор кажд', 'ый ая ое ую ого ому ым ом ые ых ыми ой'),
  ...declined('эт', 'от а о у ого ой ому им ом и их ими').concat(
    declined('т', 'от а о у ого ой ому ем ом е ех еми'),
  ),
  ...declined('од', 'ин на но ну ного ной ному ним ном ни них ними'),
  ...declined('сво мо тво', 'й я е ю его ей ему им ем и их ими'),
  ...declined('наш ваш', 'а е у его ей ему им ем и их ими').concat('наш', 'ваш'),
  ...declined('сам', 'а о у ого ой ому им ом и их ими').concat('сам'),
]
export const stopWords = [...stopwords, ...questions.split(' '), ...pronouns]

export const time = {
  newest: 'последн\\p{L}+|новейш\\p{L}+|недавн\\p{L}+',
  thisYear: 'в этом году',
  medium:
    'блог\\p{L}*|пост(?:ы|ов|а|е)?|стат(?:ья|ьи|ей|ье)|запис(?:ь|и|ей)|анонс\\p{L}*|объявлен\\p{L}*|опубликован\\p{L}*',
}

function declined(stems: string, endings: string): string[] {
  return stems.split(' ').flatMap((stem) => endings.split(' ').map((ending) => stem + ending))
}
