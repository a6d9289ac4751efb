/** Imports a package of this folder, for tests that compare with one: the product's own install does not have it. */
export const load = (/** @type {string} */ name) => import(name)
