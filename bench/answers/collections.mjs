// Documentation that others wrote, and where it is found. None of it is in this repository: a package is downloaded when it is measured.

/**
 * A package of npm has an exact version; one of Debian is whatever the distribution has.
 * @typedef {object} Collection
 * @property {string} title
 * @property {{ npm: string } | { debian: string }} package
 * @property {string} folder Where the documents are in the unpacked package.
 * @property {RegExp} documents Which files of that folder are documents, by their path in it.
 * @property {RegExp} [except] Which of them are not: indexes, lists made by a program, and twins of another document.
 * @property {{ main: string, chrome: string, title: string }} [html] How to read a page; absent for markdown, which is taken as it is.
 */

/** @type {Readonly<Record<string, Collection>>} */
export const collections = {
  /** A book, a page for each section. */
  handbook: {
    title: 'The Debian Administrator’s Handbook',
    package: { debian: 'debian-handbook' },
    folder: 'usr/share/doc/debian-handbook/html/en-US',
    documents: /^[^/]+\.html$/,
    except: /^index\./,
    html: {
      main: 'body',
      chrome: '#banner, #title, .docnav, .toc, .indexterm',
      title: '.titlepage h1, .titlepage h2',
    },
  },
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
}
