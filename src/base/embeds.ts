/** An embedded video or player. It becomes a link, and a click-to-load player where the publisher allows it. */
export interface Embed {
  /** Matches the page URL and the player URL; captures the id. */
  readonly pattern: RegExp
  readonly link: (id: string) => string
  readonly label: string
  /** URL of the player, with as little tracking as the service allows. */
  readonly frame: (id: string) => string
}

export const embeds = {
  youtube: {
    pattern:
      /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]+)/,
    link: (id) => `https://www.youtube.com/watch?v=${id}`,
    label: 'Video on YouTube',
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  vimeo: {
    pattern: /^https?:\/\/(?:player\.)?vimeo\.com\/(?:video\/)?(\d+)/,
    link: (id) => `https://vimeo.com/${id}`,
    label: 'Video on Vimeo',
    frame: (id) => `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`,
  },
  spotify: {
    pattern: /^https:\/\/open\.spotify\.com\/(?:embed\/)?((?:track|album|playlist|episode|show)\/\w+)/,
    link: (id) => `https://open.spotify.com/${id}`,
    label: 'Audio on Spotify',
    frame: (id) => `https://open.spotify.com/embed/${id}`,
  },
  codepen: {
    pattern: /^https:\/\/codepen\.io\/([\w-]+\/(?:pen|embed)\/\w+)/,
    link: (id) => `https://codepen.io/${id.replace('/embed/', '/pen/')}`,
    label: 'Pen on CodePen',
    frame: (id) => `https://codepen.io/${id.replace('/pen/', '/embed/')}?default-tab=result`,
  },
} as const satisfies Readonly<Record<string, Embed>>

export type EmbedName = keyof typeof embeds
