/** A value of an answer, and what of it the document leaves open; undefined where nothing is open. */
export type OpenValue = OpenObject | OpenList | undefined

/** An object of answers. */
export interface OpenObject {
  readonly kind: 'object'
  /** Nullable fields for whose value the document gives no condition: they may be null, and absent. */
  readonly nullable?: readonly string[]
  /** Nullable fields that lead to something which a caller needs: a value stays, null may be absent. */
  readonly kept?: readonly string[]
  /** Texts of words between commas, in an order that nothing gives. */
  readonly words?: readonly string[]
  /** Lists whose elements at one place belong together. */
  readonly parallel?: readonly string[]
  readonly parts: ReadonlyMap<string, OpenValue>
  /** What holds of every other field; only of objects with free keys, which get no further ones. */
  readonly anyPart?: OpenValue
  /** Whether it has exactly these fields by the document. */
  readonly isClosed?: boolean
}

/** A list of answers. */
export interface OpenList {
  readonly kind: 'list'
  readonly of?: OpenObject
  /** Whether the document or the request gives its order; without it nothing does. */
  readonly isOrdered?: boolean | ((param: Fields) => boolean)
}

/** The fields of an object. */
export type Fields = Readonly<Record<string, unknown>>

/** An object of answers, and what of it is open. */
export const object = ({ parts = {}, ...open }: DeclaredObject): OpenObject => ({
  kind: 'object',
  ...open,
  parts: new Map(Object.entries(parts)),
})

interface DeclaredObject extends Omit<OpenObject, 'kind' | 'parts'> {
  readonly parts?: Readonly<Record<string, OpenValue>>
}

/** A list of answers in an order that nothing gives. */
export const list = (of?: OpenObject, options: Pick<OpenList, 'isOrdered'> = {}): OpenList => ({
  kind: 'list',
  ...(of && { of }),
  ...options,
})
