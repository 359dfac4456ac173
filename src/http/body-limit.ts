import { LIMITS, type Limit } from '../limits.ts'

export interface BodyLimit {
  readonly maxBytes: number
  /** Keys and values together. */
  readonly maxValues: number
}

const limitOf = (bytes: Limit, values: Limit): BodyLimit => ({
  maxBytes: bytes.max,
  maxValues: values.max,
})

/** Bodies of E7, which has lists of a hundred thousand members. */
export const MEMBER_BODY = limitOf(LIMITS.memberBodyBytes, LIMITS.memberBodyValues)

/** Bodies of E13, which may list ten thousand parts. */
export const PART_BODY = limitOf(LIMITS.bodyBytes, LIMITS.partBodyValues)

export const SEED_BODY = limitOf(LIMITS.seedBodyBytes, LIMITS.seedBodyValues)

export const SMALL_BODY = limitOf(LIMITS.smallBodyBytes, LIMITS.bodyValues)
