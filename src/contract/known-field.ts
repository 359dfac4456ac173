import type { TSchema } from '@sinclair/typebox'
import type { Provenance } from './assumptions/assumption.ts'
import type { AssumptionId } from './assumptions/index.ts'

/** The keys under which a schema says how a field is known, and the numbers of the assumptions that decide it. */
export const PROVENANCE = 'x-provenance'
export const ASSUMED_BY = 'x-assumptions'

/** A field that the document shows; the numbers decide what it leaves open about it. */
export const shown = <T extends TSchema>(
  schema: T,
  description: string,
  ...numbers: AssumptionId[]
): T => knownField(schema, description, 'document', numbers)

/** A field that the document does not show and that is published elsewhere. */
export const published = <T extends TSchema>(
  schema: T,
  description: string,
  ...numbers: [AssumptionId, ...AssumptionId[]]
): T => knownField(schema, description, 'published elsewhere', numbers)

/** A field that is ours. */
export const invented = <T extends TSchema>(
  schema: T,
  description: string,
  ...numbers: [AssumptionId, ...AssumptionId[]]
): T => knownField(schema, description, 'invented', numbers)

const knownField = <T extends TSchema>(
  schema: T,
  description: string,
  provenance: Provenance,
  numbers: readonly AssumptionId[],
): T => ({
  ...schema,
  description,
  [PROVENANCE]: provenance,
  ...(numbers.length > 0 && { [ASSUMED_BY]: numbers }),
})
