/** The variables of the user that commands get. test/global.ts makes the cache folder. */
export function userEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', XDG_CACHE_HOME = '' } = process.env
  return { PATH, HOME, XDG_CACHE_HOME }
}
