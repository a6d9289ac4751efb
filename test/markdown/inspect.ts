import { wordSet } from '../../src/base/wording.ts'
import { allowedElements } from '../../src/markdown/raw-html/policy.ts'
import { type Element, elements } from './tree.ts'

/** Finds content that no page may contain, with a browser's parser. */
export function violations(html: string): string[] {
  return elements(html).flatMap((element) => [
    ...inTag(element),
    ...element.attrs.flatMap((one) => inAttribute(element, one)),
  ])
}

const never =
  wordSet(`script iframe object embed form base meta link style svg template noscript title textarea
  button frame frameset xmp plaintext`)

function inTag({ tagName }: Element): string[] {
  return never.has(tagName) || !allowedElements.has(tagName) ? [`<${tagName}>`] : []
}

const addressed = wordSet(`href src srcset action formaction xlink:href data background poster cite longdesc
  ping lowsrc`)

function inAttribute(
  { tagName }: Element,
  attribute: { readonly name: string; readonly value: string },
): string[] {
  const name = attribute.name.toLowerCase()
  const { value } = attribute
  const told = `<${tagName} ${name}=${JSON.stringify(value)}>`
  if (name.startsWith('on') || name === 'srcdoc' || name === 'http-equiv') return [told]
  if (name === 'style' && /[(\\@]|position|:\s*fixed/i.test(value)) return [told]
  if (!addressed.has(name)) return []
  const candidates =
    name === 'srcset' ? value.split(',').map((one) => one.trim().split(/\s/)[0] ?? '') : [value]
  return candidates.every((one) => isHarmless(one, tagName)) ? [] : [told]
}

function isHarmless(address: string, tagName: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers pass over them.
  const plain = address.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '').toLowerCase()
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/.exec(plain) ?? []
  if (scheme === undefined) return true
  if (scheme === 'data') return tagName !== 'a' && /^data:image\/(?:png|gif|jpeg|webp);/.test(plain)
  // Others, such as `ftp:` or `vscode:`, open another program, which asks the user.
  return scheme !== 'javascript' && scheme !== 'vbscript' && scheme !== 'file'
}
