import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { iconPng, iconSvg } from '../../src/pages/icon.ts'
import { decoded } from './decode.ts'

test('the PNG icon is 180×180, with white quotation marks on the accent color', () => {
  const bytes = iconPng('#aa0000')
  expect(imageSize(bytes)).toMatchObject({ type: 'png', width: 180, height: 180 })
  const { palette, at } = decoded(bytes)
  const places = [at(2, 2), at(56, 110), at(124, 110), at(90, 110)]
  expect(places.map((entry) => palette[entry])).toEqual(['#aa0000', '#ffffff', '#ffffff', '#aa0000'])
  expect(bytes.length).toBeLessThan(2_000)
})

test('the SVG icon has the accent color', () => {
  expect(iconSvg('#aa0000')).toContain('fill="#aa0000"')
})
