/** What an archive can be written for. */
export const targets = ['static', 'cloudflare'] as const
export type Target = (typeof targets)[number]

/** The servers that a configuration can be written for. */
export const servers = ['nginx', 'caddy'] as const
export type Server = (typeof servers)[number]
