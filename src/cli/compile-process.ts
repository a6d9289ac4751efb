import { setFlagsFromString } from 'node:v8'
import { compile, folder, pack } from '../compile.ts'
import type { Delivery, Order } from './compiler.ts'

// Some hundred posts are compiled before most of what V8 optimises pays back, and the other core is busy compressing. With eight
// times the budget, a start is a tenth shorter and a large archive no slower. Later versions have a quicker compiler for that.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=540000')

process.once('message', async ({ dir, options }: Order) => {
  const { value: snapshot, diagnostics } = await compile(folder(dir), options)
  const delivery: Delivery = { packed: snapshot && pack(snapshot), diagnostics }
  process.send?.(delivery, () => process.disconnect())
})
