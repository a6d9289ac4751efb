import { inflateSync } from 'node:zlib'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { iconPng, iconSvg } from '../../src/pages/icon.ts'

test('the icon as points is a PNG of 180 by 180, with marks on the accent', () => {
  const bytes = Buffer.from(iconPng('#aa0000'))
  expect(imageSize(bytes)).toMatchObject({ type: 'png', width: 180, height: 180 })
  const start = bytes.indexOf('IDAT')
  const data = inflateSync(bytes.subarray(start + 4, start + 4 + bytes.readUInt32BE(start - 4)))
  expect(data).toHaveLength(180 * 46)
  const colour = (column: number, row: number) =>
    ((data[row * 46 + 1 + (column >> 2)] ?? 0) >> (6 - 2 * (column & 3))) & 3
  expect([colour(2, 2), colour(56, 110), colour(124, 110), colour(90, 110)]).toEqual([0, 3, 3, 0])
  expect(bytes.subarray(bytes.indexOf('PLTE') + 4).readUIntBE(0, 3)).toBe(0xaa0000)
  expect(bytes.length).toBeLessThan(9_000)
})

test('the drawing has the same colours', () => {
  expect(iconSvg('#aa0000')).toContain('fill="#aa0000"')
})
