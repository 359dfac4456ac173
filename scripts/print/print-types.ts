import type { TSchema } from '@sinclair/typebox'
import { compile, type Options } from 'json-schema-to-typescript'
import { variableIds, variantsOf } from '#src/contract/assumptions/index.ts'
import type { Operation } from '#src/contract/operation.ts'
import { SUPPORTING_ROUTES } from '#src/contract/supporting-routes.ts'
import { isObject } from '#src/kernel/json.ts'
import { definitionsOf, type KnownTypes } from './type-definitions.ts'

/** The first line of a generated source file. */
export const PRINTED = '// Made of other sources by the build.'

/** How types are printed, like all other sources. */
const OPTIONS: Partial<Options> = {
  additionalProperties: false,
  bannerComment: '',
  // Bounds are for the server to judge; as types they would be tuples of a thousand elements.
  ignoreMinAndMaxItems: true,
  style: { semi: false, singleQuote: true, printWidth: 100 },
}

/** The given schemas as types by their names, and all that they name; each comment of one sentence on one line. */
export const printTypes = async (
  schemas: Readonly<Record<string, object>>,
  known?: KnownTypes,
): Promise<string> => {
  const printed: string[] = []
  for (const [name, definition] of Object.entries(definitionsOf(schemas, known)))
    printed.push(await compile(definition, name, OPTIONS))
  return printed.join('\n').replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')
}

/** The format of seeds as a type for clients. */
export const printSeedTypes = async (seed: object): Promise<string> => {
  const description = 'Data in the format of seed files (docs/seeds.md).'
  return `${PRINTED}\n\n${await printTypes({ SeedFragment: { ...seed, description } })}`
}

/** The shapes of the control plane as types for clients: the given ones by their names, and all that they name. */
export const printControlTypes = async (
  shapes: Readonly<Record<string, TSchema>>,
): Promise<string> =>
  `${PRINTED}\nimport type { OperationName } from './operations.ts'\n\n${await printTypes(shapes)}\n${printVariants('export ')}`

/** The variants of each assumption that has some, by its number. */
export const printVariants = (keyword = ''): string => {
  const lines = variableIds().map((id) => {
    const names = Object.keys(variantsOf(id)).map((name) => `'${name}'`)
    return `  '${id}': ${names.join(' | ')}\n`
  })
  return `/** The variants of assumptions, by their numbers. */\n${keyword}interface Variants {\n${lines.join('')}}\n`
}

/** The ids of each named state, by those that it answered in the build. */
export const printStateIds = (answers: Readonly<Record<string, object>>): string => {
  const lines = Object.entries(answers).map(([name, ids]) => `  '${name}': ${typeOf(ids)}\n`)
  return `${PRINTED}\n\n/** Ids and other values to call with, by the names of states. */\nexport interface StateIds {\n${lines.join('')}}\n`
}

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return `Array<${[...new Set(value.map(typeOf))].join(' | ')}>`
  if (!isObject(value)) return typeof value
  const members = Object.entries(value).map(([key, member]) => `${key}: ${typeOf(member)}`)
  return `{ ${members.join('; ')} }`
}

/** The names of operations, and what each takes and answers, as types for clients. */
export const printOperationTypes = async (operations: readonly Operation[]): Promise<string> => {
  const types = closed(
    Object.fromEntries(
      operations.map(({ id, summary, description, param, result }) => [
        id,
        { ...closed({ param, result }), description: `${summary}. ${description}` },
      ]),
    ),
  )
  const OperationTypes = {
    ...types,
    description: 'The parameters of every operation, and the payload of its success.',
  }
  return [`${PRINTED}\n`, await printTypes({ OperationTypes }), NAMES].join('\n')
}

const closed = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const NAMES = `/** The number of an operation in the document, such as \`E8\`. */
export type OperationId = keyof OperationTypes

/** The name of a supporting route: tokens, uploads and downloads. */
export type SupportingRouteName =
${SUPPORTING_ROUTES.map((name) => `  | '${name}'`).join('\n')}

/** The name that journal and faults have for a call. */
export type OperationName = OperationId | SupportingRouteName
`
