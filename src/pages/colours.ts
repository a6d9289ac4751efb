type Colours = Readonly<Record<string, string>>

/** For the light and the dark theme. */
const colours = {
  paper: ['#fffefb', '#17181a'],
  ink: ['#201f1c', '#e9e7e2'],
  quiet: ['#5e5b54', '#aaa79f'],
  marked: ['#fbe9a6', '#5a4a14'],
  't-k': ['#96306a', '#f29ac4'],
  't-s': ['#2b6a3c', '#8fd19e'],
  't-c': ['#66645d', '#a09d95'],
  't-n': ['#8a5300', '#e8b96a'],
  't-f': ['#1d5a96', '#8cc0f5'],
  't-t': ['#5f45a8', '#c3aef5'],
  't-a': ['#7a4720', '#e0b08c'],
  't-d': ['#a3332c', '#f2958e'],
} as const

/** Share of ink in each shade. In CSS they follow the publisher's own paper and ink. */
export const shades = { raised: 0.02, sunk: 0.05, rule: 0.12, edge: 0.24 } as const

export const defaultAccent = '#1d5a96'

/** `link` is the accent, adjusted for contrast. */
export function coloursFor(accent: string): { readonly light: Colours; readonly dark: Colours } {
  const on = (nth: 0 | 1, towards: string): Colours => {
    const shade = (part: number) => mixColours(colours.paper[nth], colours.ink[nth], part)
    return {
      ...Object.fromEntries(Object.entries(colours).map(([name, pair]) => [name, pair[nth]])),
      ...Object.fromEntries(Object.entries(shades).map(([name, part]) => [name, shade(part)])),
      link: readable(accent, shade(shades.sunk), towards),
    }
  }
  return { light: on(0, '#000000'), dark: on(1, '#ffffff') }
}

/** WCAG requires 4.5. The margin is for highlighted text. */
const minimumContrast = 5

/** Mixes in as little of `towards` as contrast needs. */
function readable(colour: string, paper: string, towards: string): string {
  for (let part = 0; part < 1; part += 0.05) {
    const shade = mixColours(colour, towards, part)
    if (contrast(shade, paper) >= minimumContrast) return shade
  }
  return towards
}

/** `part` is the share of the other colour, from 0 to 1. */
export function mixColours(one: string, other: string, part: number): string {
  const [a, b] = [rgbOf(one), rgbOf(other)]
  const channels = a.map((value, at) => Math.round(value * (1 - part) + (b[at] ?? 0) * part))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(hex: string): readonly number[] {
  const number = Number.parseInt(hex.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}
