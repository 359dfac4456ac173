import { BOUNDED_BY_BODY } from '#src/contract/resources/primitives.ts'

interface Part {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Part>>
  readonly additionalProperties?: Part | boolean
  readonly patternProperties?: object
  readonly propertyNames?: Part
  readonly items?: Part
}

type Check = (part: Part, path: string) => string[]

const mustHave = (part: Part, path: string, ...keywords: string[]): string[] =>
  keywords
    .filter((keyword) => typeof part[keyword] !== 'number')
    .map((keyword) => `${path} has no ${keyword}`)

const numberBounds: Check = (part, path) => mustHave(part, path, 'minimum', 'maximum')

const arrayBounds: Check = (part, path) => [
  ...mustHave(part, path, 'maxItems'),
  ...unboundedParts(part.items ?? {}, `${path}[]`),
]

const objectBounds: Check = (part, path) => [
  ...Object.entries(part.properties ?? {}).flatMap(([key, child]) =>
    unboundedParts(child, `${path}.${key}`),
  ),
  ...(hasFreeKeys(part) ? freeKeyBounds(part, path) : []),
]

/** Declared objects let unknown keys pass, which nothing reads; only the body bounds those. */
const hasFreeKeys = ({ properties, additionalProperties, patternProperties }: Part): boolean =>
  patternProperties !== undefined ||
  (additionalProperties !== undefined && additionalProperties !== false) ||
  (additionalProperties === undefined && Object.keys(properties ?? {}).length === 0)

const freeKeyBounds: Check = (part, path) => [
  ...mustHave(part, path, 'maxProperties'),
  ...mustHave(part.propertyNames ?? {}, `${path} (keys)`, 'maxLength'),
  ...(typeof part.additionalProperties === 'object'
    ? unboundedParts(part.additionalProperties, `${path}.*`)
    : [`${path} does not say what its values are`]),
]

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['string', (part, path) => mustHave(part, path, 'maxLength')],
  ['integer', numberBounds],
  ['number', numberBounds],
  ['array', arrayBounds],
  ['object', objectBounds],
  ['boolean', () => []],
  ['null', () => []],
])

/** The parts of a schema without a limit of elements, keys or characters. */
export const unboundedParts = (part: Part, path: string): string[] => {
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (part[name] ?? []) as Part[])
  const inChoices = choices.flatMap((choice) => unboundedParts(choice, path))
  const types = [part.type ?? []].flat()
  const isBounded =
    part.enum !== undefined ||
    part.const !== undefined ||
    part.$comment === BOUNDED_BY_BODY.$comment
  if (isBounded) return []
  if (types.length === 0 && choices.length === 0) return [`${path} can be anything`]
  return [
    ...inChoices,
    ...types.flatMap((type) => CHECKS.get(type)?.(part, path) ?? [`${path}: unknown type ${type}`]),
  ]
}
