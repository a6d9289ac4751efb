import { type BuildCache, cached, noCache } from '../base/build-cache.ts'
import type { Draft, Encoder, Form } from './seal.ts'

/** Drafts whose slow bodies, those with a recipe, are made once for each recipe. */
export function* withCache(drafts: Iterable<Draft>, cache: BuildCache): Generator<Draft> {
  for (const draft of drafts) {
    const isSlow = draft.forms.some(({ recipe }) => recipe)
    yield isSlow ? { ...draft, forms: draft.forms.map((form) => formWithCache(form, cache)) } : draft
  }
}

function formWithCache(form: Form, cache: BuildCache): Form {
  const { contentType, headers, recipe } = form
  if (!recipe) return form
  return {
    contentType,
    headers,
    recipe,
    get body() {
      return cached(cache, cache.key('made', JSON.stringify(recipe)), () => form.body)
    },
  }
}

/** Compresses each body once for each encoding. */
export function encoderWithCache<Of extends Encoder>(encoder: Of, cache: BuildCache): Of {
  if (cache === noCache) return encoder
  return {
    ...encoder,
    async compress(body, encodings) {
      const keys = encodings.map((encoding) => cache.key('compressed', encoding, body))
      const kept = keys.map((key) => cache.get(key) as Uint8Array | undefined)
      if (kept.every((one) => one !== undefined)) return kept
      const made = await encoder.compress(body, encodings)
      for (const [nth, key] of keys.entries()) cache.set(key, made[nth])
      return made
    },
  }
}
