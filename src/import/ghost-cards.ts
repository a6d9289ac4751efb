import type { Element, ElementContent, Root } from 'hast'
import { element, find, hasClass, property, replace, textOf } from './html-tree.ts'
import type { Note } from './left-out.ts'

/** Ghost's cards are made of many elements, for a style sheet and a script; this is what they say. */
export function cards(tree: Root, note: (note: Note) => void): void {
  replace(tree, (node) => {
    for (const [name, change] of Object.entries(meanings)) if (hasClass(node, name)) return change(node, note)
    return undefined
  })
}

type Meaning = (card: Element, note: (note: Note) => void) => ElementContent[]

const within = (card: Element, name: string) => find(card, (node) => hasClass(node, name))
const words = (card: Element, name: string) => {
  const found = within(card, name)
  return found ? textOf(found).replace(/\s+/g, ' ').trim() : ''
}
const linkOf = (card: Element) => {
  const link = card.tagName === 'a' ? card : find(card, ({ tagName }) => tagName === 'a')
  return link ? property(link, 'href') : ''
}
const only = (card: Element, tagName: string): ElementContent[] => {
  const found = find(card, (node) => node.tagName === tagName)
  return found ? [element(tagName, { ...found.properties, controls: true })] : []
}

/** By the class of the card. */
const meanings: Readonly<Record<string, Meaning>> = {
  'kg-bookmark-card': (card) => {
    const title = words(card, 'kg-bookmark-title') || linkOf(card)
    const description = words(card, 'kg-bookmark-description')
    return [
      element('p', {}, [
        element('a', { href: linkOf(card) }, title),
        { type: 'text', value: description && `: ${description}` },
      ]),
    ]
  },
  'kg-callout-card': (card) => {
    const text = within(card, 'kg-callout-text')
    const emoji = words(card, 'kg-callout-emoji')
    const start: ElementContent[] = emoji === '' ? [] : [{ type: 'text', value: `${emoji} ` }]
    return [element('blockquote', {}, [element('p', {}, [...start, ...(text?.children ?? [])])])]
  },
  'kg-toggle-card': (card) => {
    const content = within(card, 'kg-toggle-content')
    return [element('h4', {}, words(card, 'kg-toggle-heading-text')), ...(content?.children ?? [])]
  },
  'kg-button-card': (card) => [element('p', {}, [element('a', { href: linkOf(card) }, textOf(card).trim())])],
  'kg-file-card': (card) => [
    element('p', {}, [
      element('a', { href: linkOf(card) }, words(card, 'kg-file-card-title') || linkOf(card)),
    ]),
  ],
  'kg-audio-card': (card) => only(card, 'audio'),
  'kg-video-card': (card) => only(card, 'video'),
  'kg-signup-card': (_card, note) => {
    note({ kind: 'form', detail: 'a card to sign up' })
    return []
  },
}
