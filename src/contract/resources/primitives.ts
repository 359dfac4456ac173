import {
  type ArrayOptions,
  type ObjectOptions,
  type Static,
  type StringOptions,
  type TArray,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
} from '@sinclair/typebox'
import { MAX_INTEGER } from '../../kernel/ids.ts'
import { LIMITS, type Limit } from '../../kernel/limits.ts'
import type { AssumptionId } from '../assumptions/index.ts'
import { shown } from '../known-field.ts'
import { NullableInt, NullableText } from '../shapes.ts'

/** Any whole number that JSON carries exactly. */
export const Int = Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER })

/** An identifier. Negative and unknown ones are legal input; the operation decides. */
export const Id = Int

/** Marks the schema of an instant in epoch milliseconds; a copy of the schema keeps it, a document does not have it. */
export const EPOCH_MS = Symbol('epoch ms')

/**
 * Marks a schema with a stricter one, of what the document shows: another value is taken with a finding,
 * `value-not-seen` where the stricter schema lists values, else `unusual-form`. A document does not have it.
 */
export const USUAL = Symbol('usual')

/** A field for which the document shows the usual values or the usual form. */
export const usually = <T extends TSchema>(usual: TSchema, schema: T): T => ({
  ...schema,
  [USUAL]: usual,
})

const EpochMs = Type.Integer({
  minimum: -MAX_INTEGER,
  maximum: MAX_INTEGER,
  [EPOCH_MS]: true,
})

export const Count = Type.Integer({ minimum: 0, maximum: MAX_INTEGER })

const PageNumber = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })

/** How many rows a page has; the upper bound is a decision of the list of assumptions, not of the schema. */
const PageSize = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })

/** A shape of an answer: exactly these keys. With a title it has a type of that name in the client. */
export const ClosedObject = <P extends TProperties>(properties: P, options?: ObjectOptions) =>
  Type.Object(properties, { ...options, additionalProperties: false })

export const TextUpTo = (limit: Limit, options?: StringOptions): TString =>
  Type.String({ ...options, maxLength: limit.max })

export const Text = TextUpTo(LIMITS.text)

export const LongText = TextUpTo(LIMITS.longText)

export const NonEmptyText = TextUpTo(LIMITS.text, { minLength: 1 })

export const TextOrNull: TUnsafe<string | null> = Type.Unsafe({
  type: ['string', 'null'],
  maxLength: LIMITS.text.max,
})

export const ListOf = <T extends TSchema>(
  element: T,
  limit: Limit,
  options?: ArrayOptions,
): TArray<T> => Type.Array(element, { ...options, maxItems: limit.max })

export const MapOf = <T extends TSchema>(
  value: T,
  limit: Limit,
  options?: ObjectOptions,
): TUnsafe<Record<string, Static<T>>> =>
  Type.Unsafe({
    ...options,
    type: 'object',
    additionalProperties: value,
    maxProperties: limit.max,
    propertyNames: { type: 'string', maxLength: LIMITS.key.max },
  })

/** Says in a schema without a type that only the limits of the whole body bound its values. */
export const BOUNDED_BY_BODY = { $comment: 'bounded by the limits of the body' }

export const OpenObject = MapOf(Type.Unknown(BOUNDED_BY_BODY), LIMITS.freeKeys)

/** Words to search by: each is compared with many rows. */
export const SearchWords = ListOf(TextUpTo(LIMITS.searchWord), LIMITS.searchWords)

export const OneOf = <const T extends string>(known: readonly T[]): TUnsafe<T> =>
  Type.Unsafe({ type: 'string', enum: known })

export const fields =
  <T extends TSchema>(schema: T) =>
  (description: string, ...numbers: AssumptionId[]): T =>
    shown(schema, description, ...numbers)

/** Fields that the document shows, by their types; of an answer unless the type bounds a text. */
export const field = {
  id: fields(Id),
  int: fields(Int),
  count: fields(Count),
  time: fields(EpochMs),
  flag: fields(Type.Boolean()),
  text: fields(Type.String()),
  intOrNull: fields(NullableInt),
  textOrNull: fields(NullableText),
  shortText: fields(Text),
  nonEmptyText: fields(NonEmptyText),
}

export const optional = {
  id: fields(Type.Optional(Id)),
  int: fields(Type.Optional(Int)),
  intOrNull: fields(Type.Optional(NullableInt)),
  count: fields(Type.Optional(Count)),
  time: fields(Type.Optional(EpochMs)),
  flag: fields(Type.Optional(Type.Boolean())),
  text: fields(Type.Optional(Text)),
  longText: fields(Type.Optional(LongText)),
  pageNumber: fields(Type.Optional(PageNumber)),
  pageSize: fields(Type.Optional(PageSize)),
}

const side = fields(Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })))

/** The size, in pixels, in which pictures are wanted; a side that is absent or 0 is free, and `high` is the document's word for height. */
export const PictureParam = Type.Object({
  width: side('Maximum width in pixels, 0 to 10,000; free when 0 or absent.', 'A-file-3'),
  high: side('Maximum height in pixels, 0 to 10,000; free when 0 or absent.', 'A-file-3'),
})
export type PictureParam = Static<typeof PictureParam>

/** A page of records as E5 and E6 answer it; `totalPage` is the ceiling of rows by page size. */
export const PageOf = <R extends TSchema>(record: R) =>
  ClosedObject({
    pageNum: shown(PageNumber, 'Number of the page, from 1.', 'A-page-1'),
    pageSize: shown(PageSize, 'Rows of a page; 20 in the sample.', 'A-page-1'),
    totalCount: shown(Count, 'Number of the rows on all pages.'),
    totalPage: shown(Count, 'Number of the pages.'),
    records: shown(Type.Array(record), 'Rows of the page.'),
  })
