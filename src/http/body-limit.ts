import { LIMITS } from '../limits.ts'

/** The bounds of a JSON body. */
export interface BodyLimit {
  readonly maxBytes: number
  /** Keys and values together. */
  readonly maxValues: number
}

/** Bodies of E7, which has lists of a hundred thousand members. */
export const MEMBER_BODY: BodyLimit = {
  maxBytes: LIMITS.memberBodyBytes.max,
  maxValues: LIMITS.memberBodyValues.max,
}

/** Bodies of E13, which may list ten thousand parts. */
export const PART_BODY: BodyLimit = {
  maxBytes: LIMITS.bodyBytes.max,
  maxValues: LIMITS.partBodyValues.max,
}

/** Bodies that are seeds. */
export const SEED_BODY: BodyLimit = {
  maxBytes: LIMITS.seedBodyBytes.max,
  maxValues: LIMITS.seedBodyValues.max,
}

/** Bodies about tokens and uploads. */
export const SMALL_BODY: BodyLimit = {
  maxBytes: LIMITS.smallBodyBytes.max,
  maxValues: LIMITS.bodyValues.max,
}
