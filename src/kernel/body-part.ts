import { isObject, tokensOf } from './json.ts'
import { LIMITS } from './limits.ts'

const MAX_LENGTH = LIMITS.bodyPart.max

export interface BodyPart {
  readonly given: unknown
  /** A part that the whole body must include; absent when there are only pointers. */
  readonly whole?: unknown
  /** Parts that the values at JSON Pointers must include. */
  readonly places: readonly (readonly [pointer: string, part: unknown])[]
}

/** Parses a body part: its own keys that start with `/` are JSON Pointers (RFC 6901) into the body. */
export const readBodyPart = (given: unknown): BodyPart => {
  if (!isObject(given)) return { given, whole: given, places: [] }
  const entries = Object.entries(given)
  const places = entries.filter(([key]) => isPointer(key))
  if (places.length === 0) return { given, whole: given, places }
  if (places.length === entries.length) return { given, places }
  const whole = Object.fromEntries(entries.filter(([key]) => !isPointer(key)))
  return { given, whole, places }
}

export const problemsOfBodyPart = (part: unknown): string[] => {
  if (JSON.stringify(part ?? null).length > MAX_LENGTH)
    return [`match.body is longer than ${MAX_LENGTH} characters`]
  return readBodyPart(part).places.flatMap(([pointer]) => problemsOfPointer(pointer))
}

/** The token - names the element after the last, which never exists. */
const problemsOfPointer = (pointer: string): string[] => {
  if (!/~(?![01])/.test(pointer) && !pointer.split('/').includes('-')) return []
  const shown = JSON.stringify(pointer.slice(0, 100))
  return [
    `match.body: ${shown} is not a valid JSON Pointer; write ~ as ~0, / within a key as ~1, and an element as its number from 0`,
  ]
}

export const valueAt = (value: unknown, pointer: string): unknown =>
  tokensOf(pointer).reduce(elementOf, value)

const elementOf = (value: unknown, token: string): unknown => {
  if (Array.isArray(value)) return INDEX.test(token) ? value[Number(token)] : undefined
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
}

/** Without leading zeros, so that every element has one pointer. */
const INDEX = /^(0|[1-9]\d*)$/

const isPointer = (key: string): boolean => key.startsWith('/')
