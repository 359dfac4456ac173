import {
  type SchemaOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox'
import { NullableInt, NullableText } from '../contract/resources/primitives.ts'
import { DESCRIBED } from './openapi/control-openapi.ts'

/** A shape of exactly these keys; the description of the control plane has it once, under its title. */
export const Shape = <P extends TProperties>(title: string, properties: P): TObject<P> =>
  Type.Object(properties, { title, additionalProperties: false })

/** The same with keys beside these, of which the server does not decide. */
export const OpenShape = <P extends TProperties>(
  title: string,
  properties: P,
  description: string,
): TObject<P> => Type.Object(properties, { title, description, additionalProperties: true })

/**
 * A value that is judged elsewhere, with better sentences than those of a schema: what a schema lets pass,
 * and what the description of the control plane says in its place.
 */
export const Described = <T>(passes: SchemaOptions, described: SchemaOptions): TUnsafe<T> =>
  Type.Unsafe<T>({ ...passes, [DESCRIBED]: described })

/** A text, and what it says. */
export const Text = (description?: string) => Type.String(description ? { description } : {})

/** A text that may be null. */
export const TextOrNull = (description: string): TUnsafe<string | null> =>
  Type.Unsafe({ ...NullableText, description })

/** A whole number, zero or more, and what it counts or measures. */
export const IntegerField = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description && { description }) })

/** An id, or another number that a caller may have chosen. */
export const NumericText = (description?: string) =>
  Type.Integer(description ? { description } : {})

/** A whole number that may be null. */
export const NumericTextOrNull = (description: string): TUnsafe<number | null> =>
  Type.Unsafe({ ...NullableInt, description })

/** An instant, epoch ms by the clock of the workspace, which a caller may set before 1970. */
export const Instant = (what: string) =>
  Type.Integer({ description: `${what}, epoch ms by the clock of the workspace` })

/** The same, where there may be none yet. */
export const InstantOrNull = (what: string) =>
  NumericTextOrNull(`${what}, epoch ms by the clock of the workspace`)

/** An instant of the machine, epoch ms. */
export const MachineInstant = (what: string) =>
  Type.Integer({ description: `${what}, epoch ms by the clock of the machine` })

/** Values of one shape by names that are not known beforehand. */
export const ByName = <T extends TSchema>(value: T, description: string) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    additionalProperties: value,
    description,
  })
