/** The vocabularies that do something in a browser. */
export const namespaces = {
  svg: 'http://www.w3.org/2000/svg',
  html: 'http://www.w3.org/1999/xhtml',
} as const

/** Elements of SVG that draw, group, describe or move what is drawn. None can hold HTML or a script. */
export const elements: ReadonlySet<string> = new Set(
  (
    'a animate animateColor animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
    'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence ' +
    'filter font font-face font-face-name font-face-src g glyph hkern image line linearGradient marker mask metadata missing-glyph mpath ' +
    'path pattern polygon polyline radialGradient rect set stop style svg switch symbol text textPath title tref tspan use view vkern'
  ).split(' '),
)
