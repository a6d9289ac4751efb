import type { Translator } from '../syntaxes/translator.ts'

/** `<%= site.url %>` → its value, `<% statement %>` and `<%# comment %>` → nothing */
export const erb: Translator = ({ matches, drop }, { variables, components }) =>
  matches(/<%([=#-]?)((?:(?!%>|<%)[\s\S]){0,2000})%>/g).map(
    ({ 0: { length }, 1: kind, 2: inside = '', index: start }) => {
      const end = start + length
      const value = kind === '#' ? '' : (variables.get(inside.trim()) ?? components.get(inside.trim()))
      return value === undefined ? drop(start, end, 'shortcode') : { start, end, text: value }
    },
  )
