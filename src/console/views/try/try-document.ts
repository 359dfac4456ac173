import { OPERATIONS } from '#src/client/generated/constants.ts'
import type { Fixtures, JournalDetail } from '#src/client/generated/control.ts'
import { tokensOf } from '#src/kernel/json.ts'
import { control } from '../../api/control.ts'
import { type OperationId, readFixtures } from '../../api/operations.ts'
import { BASE } from '../../api/place.ts'
import type { Json, Schema } from '../../parts/fields/schema.ts'
import { t } from '../../texts/words.ts'

type Referring = Schema & {
  readonly $ref?: string
  readonly anyOf?: readonly Referring[]
  readonly enum?: readonly (string | number)[]
}

interface DocumentExample {
  readonly summary?: string
  readonly value?: Json
  readonly 'x-fixtures'?: Readonly<Record<string, string>>
  readonly 'x-headers'?: { readonly 'x-open-api-user'?: string }
}

interface DocumentOperation {
  readonly description?: string
  readonly requestBody?: {
    readonly content?: {
      readonly 'application/json'?: {
        readonly schema: Referring
        readonly examples?: Readonly<Record<string, DocumentExample>>
      }
    }
  }
  readonly 'x-operation'?: OperationId
  readonly 'x-lifecycle'?: 'current' | 'not recommended' | 'in development' | 'upgraded'
  readonly 'x-refusals'?: readonly { readonly name: string; readonly code: string }[]
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
}

/** The operations, and the recorded call that is to be repeated, if the journal has it. */
export const readTryData = async (seq: string | undefined, signal: AbortSignal) => {
  const reply = await fetch(`${BASE}/openapi.json`, { credentials: 'omit' })
  const [document, fixtures, recorded] = await Promise.all([
    reply.json() as Promise<Document>,
    readFixtures(),
    seq === undefined ? undefined : readRecorded(seq, signal).catch(() => undefined),
  ])
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((one) => triedOperation(document, one, fixtures) ?? [])
    .sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
  const users = Object.values(fixtures.users ?? {}).map(({ email }) => email)
  return { operations, users, recorded }
}

const readRecorded = async (seq: string, signal: AbortSignal) => {
  const call = await control<JournalDetail>('GET', `/journal/${seq}`, { signal })
  const { operation, request } = call
  const body = JSON.parse(request.body?.text ?? '')
  const isPortal = OPERATIONS[operation as OperationId].surface === 'portal'
  const param = (isPortal ? body : body.param) as Json
  const as = request.headers['x-open-api-user'] ?? ''
  return { operation, example: { name: `call ${seq}`, summary: t('Call {1}', seq), param, as } }
}

export type TriedOperation = NonNullable<ReturnType<typeof triedOperation>>

const triedOperation = (
  document: Document,
  operation: DocumentOperation,
  fixtures: Partial<Fixtures>,
) => {
  const { 'x-operation': id, requestBody, description = '' } = operation
  const content = requestBody?.content?.['application/json']
  if (!id || !content) return undefined
  const envelope = content.schema.properties?.param
  const examples = Object.entries(content.examples ?? {})
  return {
    id,
    description,
    lifecycle: operation['x-lifecycle'] ?? 'current',
    param: inlined(document, envelope ?? content.schema),
    refusals: operation['x-refusals'] ?? [],
    /** The requests that the document shows, with the ids of the workspace and the acting user that they need. */
    examples: examples.map(([name, { summary = name, value = {}, ...example }]) => {
      for (const [pointer, path] of Object.entries(example['x-fixtures'] ?? {}))
        replaceAt(value, tokensOf(pointer), valueAt(fixtures, path.split('.')))
      const param = (envelope ? valueAt(value, ['param']) : value) as Json
      return { name, summary, param, as: example['x-headers']?.['x-open-api-user'] }
    }),
  }
}

const valueAt = (value: unknown, tokens: readonly string[]): unknown => {
  let found = value
  for (const token of tokens) found = new Map(Object.entries(Object(found))).get(token)
  return found
}

/** Replaces an existing value; nothing is added. */
const replaceAt = (value: unknown, tokens: readonly string[], by: unknown): void => {
  const holder = valueAt(value, tokens.slice(0, -1))
  if (by !== undefined && valueAt(value, tokens) !== undefined)
    Object.assign(Object(holder), { [tokens.at(-1) ?? '']: by })
}

const MAX_DEPTH = 12

const inlined = (document: Document, { $ref, ...own }: Referring, depth = 0): Schema => {
  if (depth > MAX_DEPTH) return {}
  const found = $ref === undefined ? own : (valueAt(document, tokensOf($ref)) as Schema)
  const inner = (part: Referring): Referring => inlined(document, part, depth + 1)
  const { properties, items, anyOf = [] } = found as Referring
  // The known values of a field come first, before every other one.
  const [known] = anyOf.map(inner)
  return {
    ...found,
    ...(known?.enum && { type: known.type ?? '', suggestions: known.enum.map(String) }),
    ...(items && { items: inner(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, inner(part)]),
      ),
    }),
  }
}
