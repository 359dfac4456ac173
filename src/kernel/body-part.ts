import { LIMITS } from '../limits.ts'
import { isObject } from './is-object.ts'
import { tokensOf } from './json-pointer.ts'

/** The longest part of a body that is looked for, as JSON text. */
const MAX_LENGTH = LIMITS.bodyPart.max

/** A part of a body that is looked for, taken apart. */
export interface BodyPart {
  readonly given: unknown
  /** What the body as a whole must include; absent where only places in it matter. */
  readonly whole?: unknown
  /** What must lie where a JSON Pointer leads. */
  readonly places: readonly (readonly [pointer: string, part: unknown])[]
}

/** Takes a part apart: its own keys that begin with `/` are JSON Pointers (RFC 6901) into the body. */
export const readBodyPart = (given: unknown): BodyPart => {
  if (!isObject(given)) return { given, whole: given, places: [] }
  const entries = Object.entries(given)
  const places = entries.filter(([key]) => isPointer(key))
  if (places.length === 0) return { given, whole: given, places }
  if (places.length === entries.length) return { given, places }
  const whole = Object.fromEntries(entries.filter(([key]) => !isPointer(key)))
  return { given, whole, places }
}

/** Why a part cannot be looked for: that it is too long, or each of its pointers that leads nowhere. */
export const problemsOfBodyPart = (part: unknown): string[] => {
  if (JSON.stringify(part ?? null).length > MAX_LENGTH)
    return [`match.body is longer than ${MAX_LENGTH} characters`]
  return readBodyPart(part).places.flatMap(([pointer]) => problemsOfPointer(pointer))
}

const problemsOfPointer = (pointer: string): string[] => {
  const shown = JSON.stringify(pointer.slice(0, 100))
  if (/~(?![01])/.test(pointer))
    return [
      `match.body: ${shown} is no JSON Pointer; in one, ~ is written ~0, and a / that belongs to a key ~1`,
    ]
  if (pointer.split('/').includes('-'))
    return [
      `match.body: ${shown} has the token -, the element after the last, where nothing ever lies; elements are counted from 0`,
    ]
  return []
}

/** What lies in a JSON value where a pointer leads; undefined where nothing does. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  tokensOf(pointer).reduce(elementOf, value)

const elementOf = (value: unknown, token: string): unknown => {
  if (Array.isArray(value)) return INDEX.test(token) ? value[Number(token)] : undefined
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
}

/** Without zeros ahead, so that every element has one pointer. */
const INDEX = /^(0|[1-9]\d*)$/

const isPointer = (key: string): boolean => key.startsWith('/')
