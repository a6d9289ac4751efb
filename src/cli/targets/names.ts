/** What an archive can be written for. */
export const targets = ['static'] as const
export type Target = (typeof targets)[number]
