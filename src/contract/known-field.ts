import type { TSchema } from '@sinclair/typebox'
import type { Provenance } from './assumptions/assumption.ts'
import type { AssumptionId } from './assumptions/index.ts'

export const PROVENANCE = 'x-provenance'

export const ASSUMED_BY = 'x-assumptions'

/**
 * The key under which a named shape has what is said of the field that it stands in: its own description is that of
 * the shape, which documents have once.
 */
export const FIELD = 'x-field'

/** Under this key a list has the maximum length that the document states. */
export const STATED_MAX_ITEMS = 'x-stated-max-items'

/** Under this key a schema has the values of it that are known; documents propose them beside every other value. */
export const KNOWN = Symbol('known values')

export interface FieldMarks {
  readonly description: string
  readonly [PROVENANCE]: Provenance
  readonly [ASSUMED_BY]?: readonly AssumptionId[]
}

export type MarkField = <T extends TSchema>(
  schema: T,
  description: string,
  ...numbers: [AssumptionId, ...AssumptionId[]]
) => T

/** A field that the document shows; the numbers decide what it leaves open about it. */
export const shown = <T extends TSchema>(
  schema: T,
  description: string,
  ...numbers: AssumptionId[]
): T => knownField(schema, description, 'document', numbers)

export const published: MarkField = (schema, description, ...numbers) =>
  knownField(schema, description, 'published elsewhere', numbers)

export const invented: MarkField = (schema, description, ...numbers) =>
  knownField(schema, description, 'invented', numbers)

const knownField = <T extends TSchema>(
  schema: T,
  description: string,
  provenance: Provenance,
  numbers: readonly AssumptionId[],
): T => {
  const marks: FieldMarks = {
    description,
    [PROVENANCE]: provenance,
    ...(numbers.length > 0 && { [ASSUMED_BY]: numbers }),
  }
  return schema.title === undefined ? { ...schema, ...marks } : { ...schema, [FIELD]: marks }
}
