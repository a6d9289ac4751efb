import { expect, test } from 'vitest'
import { mediaTypeOf } from '../../src/representations/media-types.ts'

test.each([
  ['/assets/a.PNG', 'image/png'],
  ['/posts/a.csl.json', 'application/vnd.citationstyles.csl+json'],
  ['/files/a.constructor', 'application/octet-stream'],
  ['/files/a.__proto__', 'application/octet-stream'],
  ['/files/a', 'application/octet-stream'],
])('%s is %s', (path, type) => {
  expect(mediaTypeOf(path)).toBe(type)
})
