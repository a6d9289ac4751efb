// Documentation that others wrote, and where it is found. None of it is in this repository: a package is downloaded when it is measured.

/**
 * A package of npm has an exact version, and a repository an exact commit; a package of Debian is whatever the distribution has.
 * @typedef {object} Collection
 * @property {string} title
 * @property {string} [language] What it is written in, if not English.
 * @property {{ npm: string } | { debian: string } | { github: string, commit: string, files: readonly string[] }} package
 * @property {string} [folder] Where the documents are in the unpacked package.
 * @property {RegExp} [documents] Which files of that folder are documents, by their path in it.
 * @property {RegExp} [except] Which of them are not: indexes, lists made by a program, and twins of another document.
 * @property {{ main: string, chrome: string, title: string }} [html] How to read a page; absent for markdown, which is taken as it is.
 * @property {Readonly<Record<string, unknown>>} [settings] What else archive.yaml says; the files of a repository stay where they are.
 * @property {RegExp} [release] The title of a post about a release: each is asked for by its `project` and `version`.
 */

/** @type {Readonly<Record<string, Collection>>} */
export const collections = {
  /** A book, a page for each section. */
  handbook: handbook('en-US', 'en', 'The Debian Administrator’s Handbook'),
  /** The documents of a database: essays, reference of a language, file formats, history. */
  sqlite: {
    title: 'SQLite documentation',
    package: { debian: 'sqlite3-doc' },
    folder: 'usr/share/doc/sqlite3',
    documents: /^[^/]+\.html$/,
    except:
      /^(index|sqlite|docs|doclist|sitemap|keyword_index|requirements|syntax|syntaxdiagrams|capi3ref|fileformat|doc_\w+)\.html$/,
    html: { main: 'body', chrome: '.nosearch, .imgcontainer, .endmenu', title: 'title' },
  },
  /** A tutorial, answers to frequent questions, guides and release notes of a programming language; long pages, most of them. */
  python: {
    title: 'Python: tutorial, FAQ, guides and what’s new',
    package: { debian: 'python3.11-doc' },
    folder: 'usr/share/doc/python3.11/html',
    documents: /^(faq|howto|tutorial|using|whatsnew)\/[^/]+\.html$/,
    except: /\/index\.html$/,
    html: { main: 'div[role=main]', chrome: '.headerlink, .topic.contents, nav.contents', title: 'h1' },
  },
  /** Guides, reference, error pages and migration guides of a library, in MDX; many short documents much like each other. */
  'ai-sdk': {
    title: 'AI SDK documentation',
    package: { npm: 'ai@6.0.326' },
    folder: 'package/docs',
    documents: /\.mdx$/,
  },
  /** The blog of a programming language and of those who make it: 750 posts, 155 of them releases and 47 about testing one before. */
  'rust-blog': {
    title: 'Rust Blog',
    package: {
      github: 'rust-lang/blog.rust-lang.org',
      commit: '0243724c2e50ad2b7ebd3d9dbc7cd88aed7605a3',
      files: ['content/*.md'],
    },
    settings: { generator: 'zola', posts: 'content/**/*.md', ids: '{path}' },
    release: /^Announcing (?<project>Rust|[Rr]ustup) (?<version>\d+(?:\.\d+)+)(?!\.| alpha| beta)\b/i,
  },
  /** The blog of another: 208 posts, every second of them a release. */
  crystal: {
    title: 'Crystal Blog',
    package: {
      github: 'crystal-lang/crystal-website',
      commit: '2525d87ccc7805651f23a725f44d4b23c8858dfa',
      files: ['_posts', '_releases'],
    },
    settings: {
      generator: 'jekyll',
      posts: ['_posts/**/*.md', '_releases/*.md'],
      ids: '{year}-{month}-{day}-{slug}',
    },
    release: /^(?<project>Crystal|Shards) (?<version>\d+(?:\.\d+)+) (?:(?:is )?released|- What to expect)/,
  },
  /** The same questions in English and five other languages, of the book as far as it is translated: from half in Russian to three quarters in German. */
  'handbook-en': handbook('en-US', 'en', 'The Debian Administrator’s Handbook'),
  'handbook-de': handbook('de-DE', 'de', 'Das Debian Administrationshandbuch'),
  'handbook-fr': handbook('fr-FR', 'fr', 'Le cahier de l’administrateur Debian'),
  'handbook-ru': handbook('ru-RU', 'ru', 'Настольная книга администратора Debian'),
  'handbook-ar': handbook('ar-MA', 'ar', 'دفتر مدير دبيان'),
  'handbook-ja': handbook('ja-JP', 'ja', 'Debian 管理者ハンドブック'),
}

/** @returns {Collection} */
function handbook(/** @type {string} */ folder, /** @type {string} */ language, /** @type {string} */ title) {
  return {
    ...{ title, language },
    package: { debian: 'debian-handbook' },
    folder: `usr/share/doc/debian-handbook/html/${folder}`,
    documents: /^[^/]+\.html$/,
    except: /^index\./,
    html: {
      main: 'body',
      chrome: '#banner, #title, .docnav, .toc, .indexterm',
      title: '.titlepage h1, .titlepage h2',
    },
  }
}
