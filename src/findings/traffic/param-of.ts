import { isObject } from '../../kernel/is-object.ts'

const NONE: Readonly<Record<string, unknown>> = {}

/** The parameters in the body of a call on the server side; empty where it has none. */
export const paramOf = (body: unknown): Readonly<Record<string, unknown>> => {
  const param = isObject(body) ? body.param : undefined
  return isObject(param) ? param : NONE
}

/** A list in the parameters; empty where there is none. */
export const listIn = (body: unknown, field: string): readonly unknown[] => {
  const list = paramOf(body)[field]
  return Array.isArray(list) ? list : []
}

/** The payload of an answer in the plain envelope, sent as text. */
export const resultIn = (payload: unknown): Readonly<Record<string, unknown>> => {
  if (typeof payload !== 'string') return NONE
  const { result } = JSON.parse(payload) as { result?: unknown }
  return isObject(result) ? result : NONE
}
