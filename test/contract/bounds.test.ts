import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifySchemaCompiler } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { Text } from '#src/contract/resources/primitives.ts'
import endpoint from '#src/endpoints/e07-add-crowd-members.ts'
import type * as Validation from '#src/http/validation.ts'
import { normaliseBody } from '#src/http/validation.ts'
import { CallNotes } from '#src/instruments/call-notes.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { unboundedParts } from '#test/kit/bounds.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { injectServer } from '#test/kit/server.ts'

/** Every schema of a request that the application hands to its validator. */
const seen = vi.hoisted(() => new Map<string, unknown>())

vi.mock('#src/http/validation.ts', async (original) => {
  const validation = await original<typeof Validation>()
  const lazyValidator: FastifySchemaCompiler<TSchema> = (route) => {
    seen.set(`${route.method} ${route.url} ${route.httpPart}`, route.schema)
    return validation.lazyValidator(route)
  }
  return { ...validation, lazyValidator }
})

describe('request schemas', () => {
  test('bound every list, map, text and number of every route', async () => {
    await injectServer()
    const names = [...seen.keys()].join('\n')
    for (const part of ['crowd/insert body', 'get-token body', '/_sandbox/faults body'])
      expect(names).toContain(part)
    for (const part of ['/_sandbox/journal querystring', 'uploads/:uploadId params'])
      expect(names).toContain(part)
    expect(seen.size).toBeGreaterThan(60)
    const unbounded = [...seen].flatMap(([name, schema]) => unboundedParts(schema as never, name))
    expect(unbounded).toEqual([])
  })
})

const long = (length: number) => 'é'.repeat(length)
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`task${index}`, [1]]))

const tracked = {
  client_id: 'c',
  event_type_code: 'e',
  event_time: '',
  event_properties: {},
}
const approval = { category: 'c', processDefinitionId: 1, submitter: 1 }

describe('request bounds', () => {
  test.each([
    [
      'E5',
      { createTimeForm: 0, category: long(1_001) },
      'param.category must have at most 1000 characters, got 1001',
    ],
    [
      'E9',
      { ...approval, assignees: keys(51) },
      'param.assignees must have at most 50 properties, got 51',
    ],
    [
      'E9',
      { ...approval, assignees: { [long(1_001)]: [] } },
      'param.assignees must have keys of at most 1000 characters, got one of 1001',
    ],
    [
      'E9',
      { ...approval, assignees: { task1: Array(101).fill(1) } },
      'param.assignees.task1 has 101 elements, but at most 100 are allowed',
    ],
    [
      'E3',
      { trackList: [{ ...tracked, tenant_id: long(1_001) }] },
      'param.trackList[0].tenant_id must have at most 1000 characters, got 1001',
    ],
    [
      'E12',
      { users: [long(1_001)], templateCode: 't', content: { htmlContent: '' } },
      'param.users[0] must have at most 1000 characters, got 1001',
    ],
  ])('are reported for %s with the name of the field', async (id, param, sentence) => {
    const server = await injectServer()
    const reply = await server.call(id, param)
    expectRefusal(reply, expect.any(String), sentence)
  })

  test('allow E13 as many parts as an upload can have', async () => {
    const server = await injectServer()
    const partETags = Array.from({ length: LIMITS.listedParts.max }, (_, index) => ({
      partNumber: index + 1,
      etag: 'e'.repeat(34),
    }))
    const reply = await server.call('E13', { ...server.fixtures.upload, partETags })
    expectRefusal(reply, '90030018', 'param.partETags: part 1 has another etag')
  })

  test('reject HTML that is too long for all recipients of E12 together', async () => {
    const server = await injectServer()
    const users = Array.from({ length: LIMITS.notifiedUsers.max }, (_, index) => `u${index}@a`)
    const content = { htmlContent: 'x'.repeat(34_000) }
    const reply = await server.call('E12', { users, templateCode: 't', content })
    const sentence = 'param.content.htmlContent must have at most 33554432 bytes for all recipients'
    expectRefusal(reply, '90020003', sentence)
  })
})

describe('body normalisation', () => {
  test('warns about unknown fields up to the limit of findings', () => {
    const notes = new CallNotes()
    const call = { notes, body: {} }
    const param = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`odd${at}`, 0]))
    const schema = Type.Object({ param: Type.Object({ known: Text }) })
    normaliseBody({ call, body: { param } } as never, schema, 'param')
    expect(notes.findings).toHaveLength(20)
    expect(notes.findings[19]?.field).toBe('param.odd19')
  })

  test('skips the elements of a list that is too long', async () => {
    const crowdList = Array(LIMITS.crowdMembers.max + 1).fill({ odd: null })
    const notes = new CallNotes()
    const body = { crowdList }
    const { param } = endpoint.operation
    normaliseBody({ call: { notes, body: {} }, body } as never, param, 'param')
    expect(notes.findings).toEqual([])
  })
})
