import { expect, test } from 'vitest'
import { english } from '../../src/search/english.ts'
import stems from './stems.json' with { type: 'json' }

/** At least one for every step and exception, checked against Snowball 3.1.1. */
const pairs = Object.entries(stems)

test.each(pairs)('%s → %s', (word, expected) => expect(english(word)).toBe(expected))

test('the table has more than 150 pairs', () => expect(pairs.length).toBeGreaterThan(150))
