import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Connection } from '../client/connection.ts'
import { OPERATIONS } from '../client/generated/constants.ts'
import type { Fixtures } from '../client/generated/control.ts'
import type { OperationId } from '../client/generated/operations.ts'
import type { Caller } from '../client/operation-request.ts'
import { credentialsOf, workspaceUrlOf } from '../client/server-client.ts'
import { didYouMean } from '../contract/errors/did-you-mean.ts'
import { tokensOf } from '../kernel/json.ts'
import { shippedFolders } from '../start/shipped-folders.ts'
import { UsageError } from './cli-errors.ts'

const IDS = Object.keys(OPERATIONS) as OperationId[]

const lastSegment = (id: OperationId): string => OPERATIONS[id].path.split('/').at(-1) ?? ''

/** The operation of a number or a part of a path; other ids are proposed for a text that fits none. */
export const findOperation = (text: string, otherIds: readonly string[] = []): OperationId => {
  const byNumber = IDS.find((id) => id === text.toUpperCase())
  if (byNumber !== undefined) return byNumber
  const part = text.toLowerCase()
  const exact = IDS.filter((id) => lastSegment(id).toLowerCase() === part)
  const fitting =
    exact.length > 0 ? exact : IDS.filter((id) => OPERATIONS[id].path.toLowerCase().includes(part))
  const [found] = fitting
  if (found === undefined) throw new UsageError(describeUnknown(text, otherIds))
  if (fitting.length === 1) return found
  const choices = fitting.map((id) => `${id} ${lastSegment(id)}`).join(', ')
  throw new UsageError(`"${text}" matches several paths: ${choices}; use a number`)
}

const describeUnknown = (text: string, otherIds: readonly string[]): string => {
  const hint = didYouMean(text, [...IDS, ...IDS.map(lastSegment), ...otherIds])
  const expected = `use a number from ${IDS[0]} to ${IDS.at(-1)} or part of a path, such as add-asset`
  return `operation "${text}" does not exist${hint || `; ${expected}`}`
}

export const callerOf = async (connection: Connection) => {
  const url = await workspaceUrlOf(connection)
  const { accessToken, clientKey, fixtures } = await credentialsOf(connection)
  const caller: Caller = { accessToken, portalApp: fixtures.portalApp }
  return {
    inside: new Connection({ url, adminKey: connection.adminKey }),
    caller,
    clientKey,
    fixtures,
  }
}

/** An example of the OpenAPI document, and the fixtures in it: paths of fixtures by JSON Pointers. */
interface Example {
  readonly value: { readonly param?: unknown }
  readonly 'x-fixtures'?: Readonly<Record<string, string>>
  readonly 'x-headers'?: Readonly<Record<string, string>>
  readonly 'x-sandbox-after'?: string
}

export const USUAL_EXAMPLE = 'success'

export interface ExampleCall {
  readonly param: unknown
  readonly as: string | undefined
  readonly after: string | undefined
}

export const exampleCall = async (
  operation: OperationId,
  name: string,
  fixtures: Fixtures,
): Promise<ExampleCall> => {
  const example = await readExample(operation, name)
  const { value, 'x-fixtures': places = {} } = example
  // The call supplies the token of the body.
  for (const [pointer, path] of Object.entries(places).filter(([place]) => place !== '/token')) {
    const tokens = tokensOf(pointer)
    const fixture = partAt(fixtures, path.split('.'))
    if (fixture === undefined)
      throw new UsageError(
        `the example needs fixture ${path}, which the workspace does not have; pass the parameters yourself`,
      )
    Object(partAt(value, tokens.slice(0, -1)))[tokens.at(-1) ?? ''] = fixture
  }
  return {
    param: OPERATIONS[operation].surface === 'portal' ? value : value.param,
    as: example['x-headers']?.['x-open-api-user'],
    after: example['x-sandbox-after'],
  }
}

const readExample = async (operation: OperationId, name: string): Promise<Example> => {
  const document = JSON.parse(
    await readFile(join(shippedFolders().openapi, 'openapi.json'), 'utf8'),
  )
  const { requestBody } = document.paths[OPERATIONS[operation].path].post
  const examples = new Map<string, Example>(
    Object.entries(requestBody.content['application/json'].examples),
  )
  const example = examples.get(name)
  if (example) return example
  const names = [...examples.keys()]
  const hint = didYouMean(name, names) || `; it has ${names.join(', ')}`
  throw new UsageError(`${operation} has no example "${name}"${hint}`)
}

const partAt = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce((part, key) => Object(part)[key], value)
