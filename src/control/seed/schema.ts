import { type Static, Type } from '@sinclair/typebox'
import { BOUNDED_BY_BODY, MapOf } from '../../contract/resources/primitives.ts'
import { Amount, ByName, Shape } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'

/** A fragment in the format of seed files, which the seed reader judges. */
export const WantedSeed = MapOf(Type.Unknown(BOUNDED_BY_BODY), LIMITS.freeKeys, {
  description: 'any keys of a seed file',
})

/** What a fragment of a seed has added. */
export const SeedAdded = Shape('SeedAdded', 'What a fragment of a seed has added', {
  added: ByName(Amount(), 'Number of added items by the keys of the fragment'),
})
export type SeedAdded = Static<typeof SeedAdded>
