/** A part of a body that is looked for, taken apart. */
export interface BodyPart {
  /** What the body as a whole must include; absent where only places in it matter. */
  readonly whole?: unknown
  /** What must lie where a JSON Pointer leads. */
  readonly places: readonly (readonly [pointer: string, part: unknown])[]
}

/** Takes a part apart: its own keys that begin with `/` are JSON Pointers (RFC 6901) into the body. */
export const readBodyPart = (part: unknown): BodyPart => {
  if (!isObject(part)) return { whole: part, places: [] }
  const entries = Object.entries(part)
  const places = entries.filter(([key]) => isPointer(key))
  if (places.length === 0) return { whole: part, places }
  if (places.length === entries.length) return { places }
  return { whole: Object.fromEntries(entries.filter(([key]) => !isPointer(key))), places }
}

/** Why a part cannot be looked for, each problem with the pointer that is none. */
export const problemsOfBodyPart = (part: unknown): string[] =>
  readBodyPart(part)
    .places.filter(([pointer]) => /~(?![01])/.test(pointer))
    .map(
      ([pointer]) =>
        `match.body: ${JSON.stringify(pointer.slice(0, 100))} is no JSON Pointer; in one, ~ is written ~0, and a / that belongs to a key ~1`,
    )

/** What lies in a JSON value where a pointer leads; undefined where nothing does. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(elementOf, value)

const elementOf = (value: unknown, token: string): unknown => {
  if (Array.isArray(value)) return INDEX.test(token) ? value[Number(token)] : undefined
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
}

/** Without zeros ahead, so that every element has one pointer. */
const INDEX = /^(0|[1-9]\d*)$/

const isPointer = (key: string): boolean => key.startsWith('/')

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
