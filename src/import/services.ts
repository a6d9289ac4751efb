/** Whose exports can be imported, as `--from` names them. */
export const services = ['wordpress', 'ghost', 'substack', 'medium', 'feed'] as const
export type Service = (typeof services)[number]
