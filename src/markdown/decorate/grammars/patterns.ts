/** Patterns that languages share. Each matches what it begins with, whether it is closed or not. */

export const word = '[A-Za-z_$\\u00c0-\\uffff][\\w$\\u00c0-\\uffff]*'
export const number = ['n', '\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:[eE][-+]\\d+)?\\w*'] as const
export const slashes = ['c', '\\/\\/.*|\\/\\*[^]*?(?:\\*\\/|(?![^]))'] as const
export const hash = ['c', '(?<![^\\s;(|&])#.*'] as const
export const double = '"(?:[^"\\\\\\n]|\\\\[^])*"?'
export const single = "'(?:[^'\\\\\\n]|\\\\[^])*'?"
export const quotes = ['s', `${double}|${single}`] as const
export const tripled = [
  's',
  '[a-zA-Z]{0,2}(?:"""[^]*?(?:"""|(?![^]))|\'\'\'[^]*?(?:\'\'\'|(?![^])))',
] as const
export const template = '`(?:[^`\\\\$]|\\\\[^]|\\$(?!\\{)|\\$\\{(?:[^{}`]|`[^`]*`|\\{[^{}`]*\\})*\\})*`?'
export const annotation = ['a', '@[\\w.]+'] as const
export const dollar = ['a', '\\$(?:\\w+|\\{[^}\\n]*\\}?|[@*#?!$-])'] as const
/** Only near the end of its line: one that is never closed is read to there each time that one could begin. */
export const scriptRegExp =
  '(?<=(?:^|[-(,=:[!&|?{};+*%~^<>]|\\breturn)[ \\t]{0,9})\\/(?![*\\/]|.{400})(?:[^\\/\\\\\\[\\n]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*\\])+\\/[a-z]*'
