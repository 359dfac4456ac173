import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OPERATIONS } from '../client/generated/constants.ts'
import type { Fixtures } from '../client/generated/control.ts'
import type { OperationId } from '../client/generated/operations.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { isObject } from '../kernel/is-object.ts'
import { tokensOf } from '../kernel/json-pointer.ts'
import { shippedFolders } from '../start/shipped-folders.ts'
import { UsageError } from './client-command.ts'

/** An example of the OpenAPI document, and the fixtures in it: paths of fixtures by JSON Pointers. */
interface Example {
  readonly value: { readonly param?: unknown }
  readonly 'x-fixtures'?: Readonly<Record<string, string>>
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: {
            readonly content: {
              readonly 'application/json': { readonly examples: Readonly<Record<string, Example>> }
            }
          }
        }
      }
    >
  >
}

/** The name of the example that every operation has. */
export const USUAL_EXAMPLE = 'success'

/** The parameters of an example of the documents, with the ids of a workspace's fixtures. */
export const exampleParam = async (
  operation: OperationId,
  name: string,
  fixtures: Fixtures,
): Promise<unknown> => {
  const { value, 'x-fixtures': places = {} } = await readExample(operation, name)
  // The token of the body is that of the call.
  for (const [pointer, path] of Object.entries(places))
    if (pointer !== '/token') put(value, tokensOf(pointer), fixtureAt(fixtures, path))
  return OPERATIONS[operation].surface === 'portal' ? value : value.param
}

const readExample = async (operation: OperationId, name: string): Promise<Example> => {
  const text = await readFile(join(shippedFolders().openapi, 'openapi.json'), 'utf8')
  const { paths } = JSON.parse(text) as Document
  const content = paths[OPERATIONS[operation].path]?.post.requestBody.content
  const examples = new Map(Object.entries(content?.['application/json'].examples ?? {}))
  const example = examples.get(name)
  if (example) return example
  const names = [...examples.keys()]
  throw new UsageError(
    `${operation} has no example "${name}"${didYouMean(name, names) || `; it has ${names.join(', ')}`}`,
  )
}

const fixtureAt = (fixtures: Fixtures, path: string): unknown => {
  const found = path.split('.').reduce<unknown>(partOf, fixtures)
  if (found !== undefined) return found
  throw new UsageError(
    `the workspace has no fixture ${path}, which the example needs; give the parameters yourself`,
  )
}

const partOf = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return value[Number(key)]
  return isObject(value) ? value[key] : undefined
}

const put = (target: unknown, tokens: readonly string[], value: unknown): void => {
  const holder = tokens.slice(0, -1).reduce<unknown>(partOf, target)
  const last = tokens.at(-1) ?? ''
  if (Array.isArray(holder)) holder[Number(last)] = value
  else if (isObject(holder)) holder[last] = value
}
