import { type CardRecipe, drawCard } from '../representations/cards.ts'
import { nodeOnDemand } from '../snapshot/encode.ts'

/** What a server of this command makes when it is first asked for: compressed bodies and cards. */
export const onDemand = nodeOnDemand((recipe) => drawCard(recipe as CardRecipe))
