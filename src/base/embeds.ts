/** Players that a page may show where a post links to what they play. */
export interface Embed {
  /** What of a link tells which it is. */
  readonly pattern: RegExp
  /** The player, at the address that tracks its viewers least. */
  readonly frame: (id: string) => string
}

export const embeds = {
  youtube: {
    pattern:
      /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})/,
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  vimeo: {
    pattern: /^https?:\/\/(?:player\.)?vimeo\.com\/(?:video\/)?(\d+)/,
    frame: (id) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`,
  },
  spotify: {
    pattern: /^https:\/\/open\.spotify\.com\/(?:embed\/)?((?:track|album|playlist|episode|show)\/\w+)/,
    frame: (id) => `https://open.spotify.com/embed/${id}`,
  },
  codepen: {
    pattern: /^https:\/\/codepen\.io\/([\w-]+\/(?:pen|embed)\/\w+)/,
    frame: (id) => `https://codepen.io/${id.replace('/pen/', '/embed/')}?default-tab=result`,
  },
} as const satisfies Readonly<Record<string, Embed>>

export type EmbedName = keyof typeof embeds
