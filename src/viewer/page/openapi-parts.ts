import { tokensOf } from '../../kernel/json-pointer.ts'

/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** An object of JSON whose keys are not known. */
export type JsonObject = { [key: string]: Json }

/** Whether a value is an object, and no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects among the values of an object or a list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  typeof value === 'object' && value !== null ? Object.values(value).filter(isObject) : []

/** What is at the end of tokens, if anything. */
export const valueAt = (value: unknown, tokens: readonly string[]): unknown => {
  let found = value
  for (const token of tokens)
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, token)
        ? (found as Record<string, unknown>)[token]
        : undefined
  return found
}

/** An object of a document, or the one that it refers to. */
export const resolved = (document: JsonObject, part: JsonObject): JsonObject => {
  if (typeof part.$ref !== 'string') return part
  const target = valueAt(document, tokensOf(part.$ref))
  return isObject(target) ? target : part
}

/** The operations of a document. */
export const operationsOf = (document: JsonObject): JsonObject[] =>
  objectsIn(document.paths).flatMap((methods) => objectsIn(methods))
