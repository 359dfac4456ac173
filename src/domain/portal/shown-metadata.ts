import type { PortalMetadata } from '../../contract/resources/portal-content.ts'
import { keptLookup } from '../../db/kept-lookup.ts'
import { prepared, type Store } from '../../db/store.ts'
import { groupBy } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { carriedValues } from './carried-values.ts'

/**
 * The names of the values that a content carries: fields in the order of their codes, names in that of their values.
 * The outer select leaves out the columns of the order, since each column of a row takes time.
 */
const namesOf = prepared((store) =>
  store.sqlite
    .prepare<[contentId: number, sameId: number], Carried>(
      `SELECT field, name FROM (${carriedValues({
        select: `SELECT carried.field_code AS field, value.name, value.sort AS sort, value.code AS code
          FROM portal_contents content`,
        joins: `JOIN metadata_values value
          ON value.field_code = carried.field_code AND value.code = carried.value_code`,
        where: 'content.id = ?',
      })})
       ORDER BY field, sort, code`,
    )
    .raw(),
)

/** A value of a metadata field that a content carries, by its name. */
type Carried = [field: string, name: string]

/** The values that a content carries, in the forms of A-metadata-1. */
interface ShownValues {
  /** Characters of its codes and names; 0 where it carries nothing. */
  readonly characters: number
  readonly none: PortalMetadata
  readonly names: PortalMetadata
  readonly text: PortalMetadata
}

const shownValues = (carried: readonly Carried[]): ShownValues => {
  const fields = [...groupBy(carried, ([field]) => field)].map(
    ([field, values]) => [field, values.map(([, name]) => name)] as const,
  )
  return {
    characters: carried.reduce((sum, [field, name]) => sum + field.length + name.length, 0),
    none: {},
    names: Object.fromEntries(fields),
    text: Object.fromEntries(fields.map(([field, names]) => [field, names.join(',')])),
  }
}

/** Characters of the names of a content that is kept; more are rare and would take much memory. */
const MAX_KEPT_CHARACTERS = 4_000

const findValues = keptLookup(
  (store, contentId: number): ShownValues => shownValues(namesOf(store).all(contentId, contentId)),
  { isSmall: ({ characters }) => characters <= MAX_KEPT_CHARACTERS },
)

/** Forgets the names of values that are kept, since an operation has changed some. */
export const forgetNames = (store: Store): void => findValues.forget(store)

/** The values of metadata fields of contents, by content, as E6 and E11 show them (A-metadata-1). */
export const shownMetadata = (
  call: ServiceContext,
  contentIds: readonly number[],
): Map<number, PortalMetadata> => {
  const shown = new Map<number, PortalMetadata>()
  for (const id of contentIds) {
    const values = findValues(call.store, id)
    if (values && values.characters > 0) shown.set(id, values[call.variant('A-metadata-1')])
  }
  return shown
}
