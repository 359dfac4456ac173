import { FIELD, KNOWN } from './known-field.ts'
import { DESCRIBED } from './shapes.ts'

export type Shapes = Map<string, unknown>

/** A schema as documents show it: without what only the validator, the library of schemas and the client know. */
export const describedSchema = (schema: unknown): unknown =>
  mapParts(schema, (part) => {
    const described = Object.hasOwn(part, DESCRIBED) ? (part[DESCRIBED] as JsonObject) : part
    const { tsType: _, ...shown } = described
    const known = (part as { [KNOWN]?: object })[KNOWN]
    // Its known values, or every other one.
    return known ? { ...shown, type: undefined, anyOf: [known, { type: shown.type }] } : shown
  })

/** A schema with a reference in place of each named shape; the shapes themselves are added to `shapes`. */
export const hoistShapes = (schema: unknown, shapes: Shapes): unknown =>
  mapParts(schema, (part) => {
    const { title, [FIELD]: field, ...untitled } = part
    // A property may have the name `title`; its value is a schema then.
    if (typeof title !== 'string') return part
    if (!shapes.has(title)) {
      shapes.set(title, undefined)
      shapes.set(title, hoistShapes(untitled, shapes))
    }
    return { $ref: `#/components/schemas/${title}`, ...(field as object | undefined) }
  })

type JsonObject = Readonly<Record<string, unknown>>

const mapParts = (schema: unknown, map: (part: JsonObject) => JsonObject): unknown =>
  JSON.parse(
    JSON.stringify(schema, (_key, part) =>
      typeof part === 'object' && part !== null && !Array.isArray(part) ? map(part) : part,
    ),
  )
