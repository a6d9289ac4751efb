/** Elements of MathML Core, and those of MathML 3 that are still written. `annotation-xml` could hold HTML and is none of them. */
export const mathElements: readonly string[] = (
  'math annotation menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt ' +
  'mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics'
).split(' ')

/** What a formula is dressed with when it is made from TeX. No value holds a bracket, so that none can load anything. */
const declaration =
  '(?:display|color|background-color|width|height|(?:padding|margin|border)(?:-(?:top|right|bottom|left))?|' +
  '(?:font|text|vertical|math)-[a-z]+|white-space):[\\w#.,% -]+'

export const mathAttributes: (string | [string, RegExp])[] = [
  ...(
    'accent accentunder columnalign columnlines columnspacing depth display displaystyle encoding fence form frame height largeop ' +
    'linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines ' +
    'rowspacing rspace scriptlevel separator stretchy symmetric voffset width xmlns'
  ).split(' '),
  ['className', /^[a-z][\w-]*$/],
  ['style', new RegExp(`^(?:${declaration};)*(?:${declaration})?$`)],
]
