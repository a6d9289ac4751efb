import { expect, test } from 'vitest'
import { english } from '../../src/search/english.ts'

/** At least one for every step and exception, checked against Snowball 3.1.1. */
const pairs = `
  consign consign, consigned consign, consigning consign, consignment consign, consist consist, consisted consist,
  consistency consist, consistent consist, consistently consist, consolation consol, consolations consol, consolatory consolatori,
  console consol, consoled consol, consoles consol, consolidate consolid, consoling consol, consonant conson, knack knack,
  knackeries knackeri, knaves knave, knavish knavish, kneaded knead, kneel kneel, knew knew, knick knick, knif knif,
  knife knife, knight knight, knightly knight, knights knight, knit knit, knives knive, knotted knot, knowing know,
  caresses caress, ties tie, tied tie, cries cri, cried cri, dies die, gas gas, this this, gaps gap, kiwis kiwi,
  agreed agre, feed feed, luxuriated luxuri, hopping hop, hoped hope, hoping hope, bled bled, sized size, failing fail, filing file,
  happy happi, by by, say say, cry cri, enjoy enjoy, yellow yellow, youth youth, boyish boyish, sayings say,
  relational relat, conditional condit, valency valenc, hesitancy hesit, digitizer digit, radically radic, differently differ, vilely vile,
  analogously analog, vietnamization vietnam, predication predic, operator oper, feudalism feudal, decisiveness decis, hopefulness hope,
  callousness callous, formality formal, sensitivity sensit, sensibility sensibl, apology apolog, geologist geolog,
  triplicate triplic, formative format, formalize formal, electricity electr, electrical electr, hopeful hope, goodness good,
  revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop, adjustable adjust, defensible defens,
  irritant irrit, replacement replac, adjustment adjust, dependent depend, adoption adopt, communism communism, activate activ,
  effective effect, bowdlerize bowdler, probate probat, rate rate, cease ceas, controll control, roll roll,
  skis ski, skies sky, dying die, lying lie, tying tie, idly idl, gently gentl, ugly ugli, early earli, only onli, singly singl,
  sky sky, news news, howe howe, atlas atlas, cosmos cosmos, bias bias, andes andes,
  inning inning, outing outing, canning canning, herring herring, earring earring, evening evening,
  proceed proceed, exceed exceed, succeed succeed, proceeds proceed, succeeding succeed, ebbed ebb, added add,
  generate generat, general general, generic generic, generous generous, communication communic, community communiti, arsenic arsenic,
  arsenal arsenal, universe univers, university universiti, organic organic, organization organiz, emergency emergenc, later later,
  past past, pasted paste, paste paste, interest interest, dog's dog, dogs' dog, 'tis tis, o'clock o'clock, be be, as as, i i, flying fli
`
  .split(/[,\n]/)
  .map((pair) => pair.trim().split(' '))
  .filter(([word]) => word)

test.each(pairs)('%s → %s', (word, expected) => expect(english(word ?? '')).toBe(expected))

test('the table has more than 150 pairs', () => expect(pairs.length).toBeGreaterThan(150))
