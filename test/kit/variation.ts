import { expect } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { act } from './acts.ts'
import type { Reply } from './http.ts'
import type { TestServer } from './server.ts'

export const vary = async (server: TestServer, seed: number, ...kinds: string[]): Promise<void> => {
  const body = { seed, ...(kinds.length > 0 && { kinds }) }
  const reply = await act(server, '/variation', body, 'PUT')
  expect(reply.status, reply.text).toBe(200)
}

/** The answers to the sample of every operation, one after the other, on data that was just reset. */
export const answersOfAll = async (server: TestServer): Promise<Map<string, Reply>> => {
  expect((await act(server, '/reset', { parts: ['data'] })).status).toBe(200)
  const samples = samplesOf(server.fixtures)
  const answers = new Map<string, Reply>()
  for (const { id } of CATALOGUE) answers.set(id, await server.call(id, samples[id]))
  return answers
}

/** Why an answer with varied order, nulls and extra fields does not have the data of the usual one; empty when it does. */
export const differences = (usual: unknown, varied: unknown, path = ''): string[] => {
  if (Array.isArray(usual) && Array.isArray(varied)) return listDifferences(usual, varied, path)
  if (isFields(usual) && isFields(varied)) return fieldDifferences(usual, varied, path)
  return usual === varied
    ? []
    : [`${path}: ${JSON.stringify(usual)} became ${JSON.stringify(varied)}`]
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that may become null or absent where they have a value. */
const DROPPED =
  /^(thunders?|description|roleList|lineManagerUserId|thumbnail\w+|icon\w+|(pic|video|text|word)Num|uniMd5|thunderOrigin|title|duration|transformPreviewUrl|damId|height|width|aliasName|(update|create|baseTextUpdate)Time|analysisAssetIds|baseText)$/

const fieldDifferences = (
  usual: Record<string, unknown>,
  varied: Record<string, unknown>,
  path: string,
): string[] => {
  const unknown = Object.keys(varied).filter(
    (name) => !(name in usual) && !/^extra[A-Z]/.test(name),
  )
  return [
    ...unknown.map((name) => `${path}.${name} is new`),
    ...Object.entries(usual).flatMap(([name, value]) => {
      const now = varied[name] ?? null
      if (now === null && (value === null || DROPPED.test(name))) return []
      return differences(value, now, `${path}.${name}`)
    }),
  ]
}

const listDifferences = (
  usual: readonly unknown[],
  varied: readonly unknown[],
  path: string,
): string[] => {
  if (usual.length !== varied.length) return [`${path}: ${usual.length} became ${varied.length}`]
  const left = [...varied]
  return usual.flatMap((element) => {
    const found = left.findIndex((one) => differences(element, one, path).length === 0)
    if (found < 0) return [`${path}: ${JSON.stringify(element)} is missing`]
    left.splice(found, 1)
    return []
  })
}
