import { describe, expect, test } from 'vitest'
import { findError } from '#src/contract/validation/validator.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { injectServer } from '#test/kit/server.ts'

const TRACE_ID = /^[0-9a-f]{32}$/

describe('every operation called with the request of the document', () => {
  test.each(CATALOGUE.map((operation) => [operation.id, operation] as const))(
    '%s answers HTTP 200, its reply shape, and a payload of exactly the keys of the document',
    async (id, operation) => {
      const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
      const reply = await server.call(id, samplesOf(server.fixtures)[id])
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const payload = payloadOf(operation.shape, reply.body)
      expect(findError(operation.result, payload), JSON.stringify(payload)).toBeUndefined()
    },
  )

  test('names only assumptions that it cites', async () => {
    const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
    const samples = samplesOf(server.fixtures)
    for (const { id, assumes } of CATALOGUE) {
      const reply = await server.call(id, samples[id])
      const used = reply.headers.get('x-sandbox-assumptions')?.split(', ') ?? []
      expect(
        used.filter((number) => !assumes.some((cited) => cited === number)),
        id,
      ).toEqual([])
    }
  })

  test('answers without its optional fields, and with null in them', async () => {
    const server = await injectServer()
    const samples = samplesOf(server.fixtures)
    for (const { id, param } of CATALOGUE) {
      const required: readonly string[] = param.required ?? []
      const sample = Object.entries(samples[id] ?? {})
      const least = sample.filter(([name]) => required.includes(name))
      const nulls = sample.map(([name, value]) => [name, required.includes(name) ? value : null])
      const isOnce = id === 'E18'
      for (const entries of isOnce ? [least] : [least, nulls]) {
        const reply = await server.call(id, Object.fromEntries(entries))
        expect(reply.text, id).toMatch(/^(true|\{\}|\{"code":"0")/)
      }
    }
  })
})

const payloadOf = (shape: string, body: unknown): unknown => {
  if (shape === 'bare' || shape === 'empty') return body
  const envelope = body as { code: string; message: string; result: unknown }
  expect(Object.keys(envelope)).toEqual(['code', 'message', 'result'])
  expect(envelope).toMatchObject({ code: '0', message: 'success' })
  if (shape === 'plain') return envelope.result
  const inner = envelope.result as typeof envelope & { traceId: string }
  expect(Object.keys(inner).sort()).toEqual(['code', 'message', 'result', 'traceId'])
  expect(inner).toMatchObject({ code: '0', message: 'success' })
  expect(inner.traceId).toMatch(TRACE_ID)
  return inner.result
}
