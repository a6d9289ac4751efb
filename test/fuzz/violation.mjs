/** A broken rule; the message says which. */
export class Violation extends Error {}
