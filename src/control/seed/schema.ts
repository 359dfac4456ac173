import { type Static, Type } from '@sinclair/typebox'
import { BOUNDED_BY_BODY, MapOf } from '../../contract/resources/primitives.ts'
import { Amount, ByName, Choice, Shape } from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'

/** The media type of a seed that is sent with its files. */
export const SEED_ARCHIVE = 'application/x-tar'

/** A fragment in the format of seed files, which the seed reader judges. */
const WantedSeed = MapOf(Type.Unknown(BOUNDED_BY_BODY), LIMITS.freeKeys, {
  description: 'any keys of a seed file',
})

/** A fragment as JSON, or JSON files and the folder `files` as an archive. */
export const SeedBody = {
  description: 'any keys of a seed file, or a seed folder as a tar archive',
  content: {
    'application/json': { schema: WantedSeed },
    [SEED_ARCHIVE]: { schema: Type.Unknown(BOUNDED_BY_BODY) },
  },
}

/** The query of the addition of a seed. */
export const SeedQuery = Type.Object({
  mode: Type.Optional(
    Choice(
      ['add', 'replace'],
      'Whether ids that are taken are refused, or what has them is replaced',
    ),
  ),
})
export type SeedQuery = Static<typeof SeedQuery>

/** What a fragment of a seed has added. */
export const SeedAdded = Shape('SeedAdded', 'What a fragment of a seed has added or replaced', {
  added: ByName(Amount(), 'Number of added or replaced items by the keys of the fragment'),
})
export type SeedAdded = Static<typeof SeedAdded>
