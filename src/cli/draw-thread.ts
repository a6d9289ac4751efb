import { parentPort, workerData } from 'node:worker_threads'
import { type CardRecipe, drawCard } from '../representations/cards.ts'

/** Worker thread started by `draw-threads.ts`. */
const { recipes, next }: { recipes: readonly CardRecipe[]; next: Int32Array } = workerData

for (;;) {
  const nth = Atomics.add(next, 0, 1)
  const recipe = recipes[nth]
  if (!recipe) break
  const body = Uint8Array.from(drawCard(recipe))
  parentPort?.postMessage({ nth, body }, [body.buffer])
}
