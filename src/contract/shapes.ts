import {
  type SchemaOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox'
import { MAX_INTEGER } from '../kernel/ids.ts'

/** Under this key a schema has what documents and client types say in its place. */
export const DESCRIBED = 'x-described'

/**
 * A named JSON object of exactly these keys. Documents have it once, under its title; the client has a type of that
 * name, with the descriptions as its doc comments.
 */
export const Shape = <P extends TProperties>(
  title: string,
  description: string,
  properties: P,
): TObject<P> => Type.Object(properties, { title, description, additionalProperties: false })

export const Part = <P extends TProperties>(description: string, properties: P): TObject<P> =>
  Type.Object(properties, { description, additionalProperties: false })

export const OpenShape = <P extends TProperties>(
  title: string,
  description: string,
  properties: P,
): TObject<P> => Type.Object(properties, { title, description, additionalProperties: true })

export const Named = <T extends TSchema>(title: string, description: string, schema: T): T => ({
  ...schema,
  title,
  description,
})

export const Explained = <T extends TSchema>(schema: T, description: string): T => ({
  ...schema,
  description,
})

/**
 * A value that code judges with better sentences than a schema could: `passes` is what the validator lets through,
 * `described` what documents and client types say.
 */
export const Described = <T extends TSchema>(
  passes: SchemaOptions,
  described: T,
): TUnsafe<Static<T>> => Type.Unsafe({ ...passes, [DESCRIBED]: described })

/** The same value with another type in the client, where TypeScript can say more than a schema. */
export const TypedAs = <T extends TSchema>(tsType: string, schema: T): T => ({ ...schema, tsType })

export const Text = (description?: string) => Type.String(description ? { description } : {})

export const NullableText: TUnsafe<string | null> = Type.Unsafe({ type: ['string', 'null'] })

export const NullableInt: TUnsafe<number | null> = Type.Unsafe({
  type: ['integer', 'null'],
  minimum: -MAX_INTEGER,
  maximum: MAX_INTEGER,
})

export const TextOrNull = (description: string): TUnsafe<string | null> =>
  Type.Unsafe({ ...NullableText, description })

export const Choice = <const T extends string | null>(
  known: readonly T[],
  description: string,
): TUnsafe<T> =>
  Type.Unsafe({
    type: known.includes(null as T) ? ['string', 'null'] : 'string',
    enum: known,
    description,
  })

export const Flag = (description: string) => Type.Boolean({ description })

export const Amount = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description && { description }) })

export const WantedAmount = (description: string, maximum = MAX_INTEGER) =>
  Type.Integer({ minimum: 0, maximum, description })

export const WantedCount = (description: string, maximum = MAX_INTEGER) =>
  Type.Integer({ minimum: 1, maximum, description })

export const WholeNumber = (description?: string) =>
  Type.Integer(description ? { description } : {})

export const WholeNumberOrNull = (description: string): TUnsafe<number | null> =>
  Type.Unsafe({ ...NullableInt, description })

/** An instant, epoch ms by the clock of the workspace, which can stand before 1970. */
export const Instant = (description: string) =>
  Type.Integer({ description: `${description}, epoch ms by the clock of the workspace` })

export const InstantOrNull = (description: string) =>
  WholeNumberOrNull(`${description}, epoch ms by the clock of the workspace`)

export const MachineInstant = (description: string) =>
  Type.Integer({ description: `${description}, epoch ms by the clock of the machine` })

export const ByName = <T extends TSchema>(value: T, description: string) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    additionalProperties: value,
    description,
  })
