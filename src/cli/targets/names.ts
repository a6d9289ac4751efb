/** What an archive can be written for. */
export const targets = ['static', 'cloudflare'] as const
export type Target = (typeof targets)[number]
