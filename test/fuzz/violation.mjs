/** A promise that was broken; the message says which. */
export class Violation extends Error {}
