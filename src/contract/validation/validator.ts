import type { Static, TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'

export type ValidationError = ErrorObject

type Compile = (schema: TSchema) => ValidateFunction

/** Schemas are compiled on first use and once per process: most are never needed. */
const compiler = (options: Options): Compile => {
  let ajv: Ajv | undefined
  const compiled = new WeakMap<object, ValidateFunction>()
  return (schema) => {
    let validate = compiled.get(schema)
    if (!validate) {
      ajv ??= new Ajv({ verbose: true, strict: false, ...options })
      validate = ajv.compile(schema)
      compiled.set(schema, validate)
    }
    return validate
  }
}

const forJson = compiler({ allErrors: false, coerceTypes: false })
const forText = compiler({ allErrors: false, coerceTypes: true, useDefaults: true })
const forAllErrors = compiler({ allErrors: true, coerceTypes: false })

const firstError = (compile: Compile, schema: TSchema, value: unknown) => {
  const validate = compile(schema)
  return validate(value) ? undefined : withoutBranches(validate.errors ?? [])[0]
}

/** The first validation error of a JSON value, which is not changed; undefined when it is valid. */
export const findError = (schema: TSchema, value: unknown): ValidationError | undefined =>
  firstError(forJson, schema, value)

/** The same for paths and query strings, which are all text: reads numbers and fills in defaults. */
export const findErrorInText = (schema: TSchema, value: unknown): ValidationError | undefined =>
  firstError(forText, schema, value)

export const isValid = <T extends TSchema>(schema: T, value: unknown): value is Static<T> =>
  forJson(schema)(value)

/** Values of the largest data whose errors are all collected: one value can cause a dozen. */
const MAX_VALUES = 100_000

/** The first validation error at each place, up to a number of places; of very large data only the first of all. */
export const findErrors = (
  schema: TSchema,
  value: unknown,
  max: number,
  maxValues = MAX_VALUES,
): ValidationError[] => {
  const first = findError(schema, value)
  if (!first) return []
  if (hasMoreValues(value, maxValues)) return [first]
  const validate = forAllErrors(schema)
  validate(value)
  const byPlace = new Map([[placeOf(first), first]])
  for (const error of withoutBranches(validate.errors ?? [])) {
    if (byPlace.size >= max) break
    const place = placeOf(error)
    if (!byPlace.has(place)) byPlace.set(place, error)
  }
  return [...byPlace.values()]
}

/** Of a choice only the error of the choice itself counts, which Ajv adds behind those of all its branches. */
const withoutBranches = (errors: readonly ValidationError[]): ValidationError[] => {
  const kept: ValidationError[] = []
  let choice: ValidationError | undefined
  for (let index = errors.length - 1; index >= 0; index -= 1) {
    const error = errors[index] as ValidationError
    if (choice && isInBranch(error, choice)) continue
    choice = error.keyword === 'anyOf' ? error : undefined
    kept.push(error)
  }
  return kept.reverse()
}

const isInBranch = (error: ValidationError, choice: ValidationError): boolean =>
  error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
  error.instancePath.startsWith(choice.instancePath)

/** The JSON pointer of a value; of a missing or unknown property its own, not that of its object. */
export const placeOf = ({ instancePath, params }: ValidationError): string => {
  const { missingProperty, additionalProperty } = params as Record<string, unknown>
  const property = missingProperty ?? additionalProperty
  if (property === undefined) return instancePath
  return `${instancePath}/${String(property).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const hasMoreValues = (value: unknown, max: number): boolean => {
  const pending: unknown[] = [value]
  for (let count = 0; pending.length > 0; count += 1) {
    if (count > max) return true
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const element of Object.values(next)) pending.push(element)
  }
  return false
}
