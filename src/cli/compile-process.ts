import { compile, folder, pack } from '../compile.ts'
import type { Delivery, Order } from './compiler.ts'

process.once('message', async ({ dir, options }: Order) => {
  const { snapshot, diagnostics } = await compile(folder(dir), options)
  const delivery: Delivery = { packed: snapshot && pack(snapshot), diagnostics }
  process.send?.(delivery, () => process.disconnect())
})
