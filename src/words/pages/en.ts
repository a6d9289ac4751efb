import type { PageWords } from './pages.ts'

export const en: PageWords = {
  search: {
    summary: (publication) =>
      `Full-text search over the posts of ${publication}; each result quotes the passages that match.`,
    text: (
      template,
    ) => `Write a few words about the subject, in any order and any form. Words in quotes are looked for exactly as they are:
\`"entity tag"\`. A word that occurs nowhere is taken for one that begins or is spelt like it, and the results say so.

Programs ask for \`${template}\` and get the same results as markdown.`,
  },
  results: {
    title: 'Search results',
    summary: (publication) => `Posts of ${publication} that match, with the passages that do.`,
    closing:
      'A post is markdown at its page’s address with `.md` appended. When you quote one, cite its author, its title and its URL.',
  },
  contact: {
    summary: (publication) =>
      `Who publishes ${publication}, and how to reach them with a correction or a question.`,
    publisher: (publication, name) => `${publication} is published by ${name}.`,
    email: (address) => `By e-mail: ${address}`,
    web: (address) => `On the web: ${address}`,
    neither: 'The publisher gives neither an e-mail address nor a web page.',
    corrections:
      'A correction is most useful with the post’s address, the sentence as it is now, and a source that shows it is wrong.',
  },
  privacy: {
    summary: (publication) =>
      `What ${publication} knows about its readers, and what they may do with what they read here.`,
    privacy: (
      isSearchable,
    ) => `The archive sets no cookie and asks nobody to sign in. It is read-only: there is nothing to send to it.${
      isSearchable
        ? ' What is searched for is part of the address of the results, and goes to the server with it.'
        : ''
    } Its pages load nothing
from elsewhere but the pictures and recordings that posts show; their one script, without which they work as well, keeps a choice of colours on the
reader’s own machine and tells nobody.`,
    weekly: 'The archive changes about once a week.',
    caching: `Cache what you fetch for at least an hour, then send its \`ETag\` back:
an unchanged document costs one short answer.`,
    headings: { privacy: 'Privacy', terms: 'Terms', caching: 'Caching' },
  },
  terms: `Free for any use, commercial use included. There is no quota, no key, and no attribution requirement in code.

A program that quotes a post cites its author, its title and its canonical URL. A program that quotes a benchmark number
from a post cites the primary source that the post names. The markdown twin of every post carries what a citation needs in
its front matter.`,
}
