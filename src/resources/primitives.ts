import {
  type ObjectOptions,
  type TInteger,
  type TProperties,
  type TString,
  type TUnsafe,
  Type,
} from '@sinclair/typebox'
import { MAX_INTEGER } from '../kernel/ids.ts'

/** Any whole number that JSON carries exactly. */
export const Int = Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER })

/** An identifier. Negative and unknown ones are legal input; the operation decides. */
export const Id = Int

/** An instant in epoch milliseconds. */
export const EpochMs = Int

/** A count: a whole number, zero or more. */
export const Count = Type.Integer({ minimum: 0, maximum: MAX_INTEGER })

/** The number of a page, from 1. */
export const PageNumber = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })

/** How many rows a page has; the upper bound is a decision of the ledger, not of the schema. */
export const PageSize = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })

/** Text that may be null. */
export const NullableText: TUnsafe<string | null> = Type.Unsafe({ type: ['string', 'null'] })

/** A whole number that may be null. */
export const NullableInt: TUnsafe<number | null> = Type.Unsafe({
  type: ['integer', 'null'],
  minimum: -MAX_INTEGER,
  maximum: MAX_INTEGER,
})

/** A shape of an answer: exactly these keys. With a title it has a type of that name in the client. */
export const Exactly = <P extends TProperties>(properties: P, options?: ObjectOptions) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** An object with whatever keys. */
export const AnyKeys = Type.Object({}, { additionalProperties: true })

/** A text that must have something in it. */
export const Filled: TString = Type.String({ minLength: 1 })

/** Words to search by; more than a person would type are refused, for each is compared with every row. */
export const SearchWords = Type.Array(Type.String(), { maxItems: 1_000 })

/** One of these texts. */
export const OneOf = <const T extends string>(known: readonly T[]): TUnsafe<T> =>
  Type.Unsafe({ type: 'string', enum: known })

/** The size in which pictures are wanted; `high` is the document's word for height. */
export const PictureParam = Type.Object({
  width: Type.Optional(bounded()),
  high: Type.Optional(bounded()),
})

function bounded(): TInteger {
  return Type.Integer({ minimum: 1, maximum: 10_000 })
}
