import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../contract/resources/primitives.ts'
import { Named, Shape } from '../../contract/shapes.ts'
import { MAX_VARIATION_SEED, VARIATION_NAMES } from './variation-kinds.ts'

const Kind = Named(
  'VariationKind',
  'What a variation changes of answers, where the document leaves it open',
  OneOf(VARIATION_NAMES),
)

const Seed = Type.Integer({
  minimum: 0,
  maximum: MAX_VARIATION_SEED,
  description: 'Seed that reproduces the variation',
})

export const VariationSetting = Shape('VariationSetting', 'A variation to set', {
  seed: Seed,
  kinds: Type.Optional(
    Type.Array(Kind, {
      minItems: 1,
      maxItems: VARIATION_NAMES.length,
      uniqueItems: true,
      description: 'Kinds of variation; default: all kinds',
    }),
  ),
})
export type VariationSetting = Static<typeof VariationSetting>

const Variation = Shape('Variation', 'A variation in force', {
  seed: Seed,
  kinds: Type.Array(Kind, { description: 'Kinds of variation that apply' }),
})

export const VariationOrNull = Type.Union([Variation, Type.Null()], {
  description: 'Variation of the responses; null if there is none',
})
export type VariationOrNull = Static<typeof VariationOrNull>

export const VariationState = Shape('VariationState', 'The variation of a workspace', {
  variation: VariationOrNull,
})
export type VariationState = Static<typeof VariationState>
