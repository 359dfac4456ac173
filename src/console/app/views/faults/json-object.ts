import { parsedJson } from '#src/client/parsed-json.ts'
import { isObject, type JsonObject } from '#src/viewer/page/openapi-parts.ts'

/** A value as an object; undefined when it is something else. */
export const objectOf = (value: unknown): JsonObject | undefined =>
  isObject(value) ? value : undefined

/** The object that a JSON text holds; undefined when it holds something else. */
export const parseObject = (text: string): JsonObject | undefined => objectOf(parsedJson(text))
