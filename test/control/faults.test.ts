import { describe, expect, test } from 'vitest'
import type { UnusedFaultsReport } from '#src/instruments/faults/fault-schema.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { act, expectRefused } from '#test/kit/acts.ts'
import { addRule, ruleFor, rulesOf, sendRule } from '#test/kit/faults.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const REFUSE = { code: '7' }
const RULE = {
  match: { operation: 'E8', nth: 2, actor: 'owner@example.com', body: { param: {} } },
  phase: 'after',
  effect: { delayMs: 1, status: 502 },
  times: 'always',
  probability: 0.5,
}

const codesOf = async (server: TestServer, prefix: string, token: string): Promise<string[]> => {
  const codes: string[] = []
  for (let call = 0; call < 20; call += 1) {
    const reply = await server.call('E8', { userIds: [] }, { prefix, token })
    codes.push((reply.body as { code: string }).code)
  }
  return codes
}

describe('fault rules over HTTP', () => {
  test('are returned as stored, and kept under their ids', async () => {
    const server = await injectServer()
    const reply = await sendRule(server, RULE)
    expect(reply.status).toBe(201)
    const kept = { id: 'f-1', ...RULE, seen: 0, used: 0 }
    expect(reply.body).toEqual(kept)
    expect(await server.control('/faults/f-1')).toEqual(kept)
    expect(await server.control('/faults')).toEqual({ faults: [kept], unused: 1 })
  })

  test('take the phase that can be meant when none is given', async () => {
    const server = await injectServer()
    const phaseOf = async (effect: object, code?: string): Promise<unknown> => {
      const match = { operation: 'E8', ...(code !== undefined && { code }) }
      const { body } = await sendRule(server, { match, effect })
      return (body as { phase: string }).phase
    }
    expect(await phaseOf(REFUSE)).toBe('before')
    expect(await phaseOf({ reset: true, truncate: false })).toBe('before')
    expect(await phaseOf({ truncate: true })).toBe('during')
    expect(await phaseOf({ malformed: true }, '0')).toBe('during')
    expect(await phaseOf({ reset: true }, '0')).toBe('after')
  })

  test('report how often each was used, and list those never used', async () => {
    const server = await injectServer()
    await addRule(server, ruleFor('E8', REFUSE, 'before', { times: 2 }))
    await addRule(server, ruleFor('E9', REFUSE))
    for (let call = 0; call < 3; call += 1) await server.call('E8', { userIds: [] })
    expect(await rulesOf(server)).toMatchObject([
      { id: 'f-1', seen: 3, used: 2 },
      { id: 'f-2', seen: 0, used: 0 },
    ])
    expect(await server.control('/faults?unused=true')).toMatchObject({
      faults: [{ id: 'f-2' }],
      unused: 1,
    })
  })

  test('are deleted one by one or all at once', async () => {
    const server = await injectServer()
    for (const operation of ['E1', 'E2', 'E3']) await addRule(server, ruleFor(operation, REFUSE))
    expect((await act(server, '/faults/f-2', {}, 'DELETE')).status).toBe(204)
    expect((await rulesOf(server)).map(({ id }) => id)).toEqual(['f-1', 'f-3'])
    expectRefused(
      await act(server, '/faults/f-2', {}, 'DELETE'),
      404,
      'Fault rule "f-2" does not exist',
    )
    expect((await act(server, '/faults', {}, 'DELETE')).status).toBe(204)
    expect(await rulesOf(server)).toEqual([])
    expect(await addRule(server, ruleFor('E1', REFUSE))).toBe('f-1')
  })
})

describe('the report of unused fault rules', () => {
  const withRule = async (
    server: TestServer,
    name: string,
    more: { ttlMs?: number } = {},
  ): Promise<Workspace> => {
    const { workspace } = await server.sandbox.create({ name, seed: 'minimal', ...more })
    await addRule(server, ruleFor('E9', { reset: true }), workspace.id)
    return workspace
  }
  const reported = (server: TestServer) => server.control<UnusedFaultsReport>('/faults/unused')
  const describedIn = (workspace: string) => ({
    workspace,
    id: 'f-1',
    rule: '{"reset":true} for {"operation":"E9"}',
  })

  test('counts those that a reset, a deletion or the end of a lifetime removed', async () => {
    const server = await injectServer()
    const { id } = await withRule(server, 'reset')
    await act(server, `/reset?workspace=${id}`)
    await withRule(server, 'deleted')
    await act(server, '/workspaces/deleted', undefined, 'DELETE')
    const ended = await withRule(server, 'ended', { ttlMs: 60_000 })
    await withRule(server, 'kept')
    server.sandbox.machineClock.set({ mode: 'offset', offsetMs: 60_001 })
    expect(server.sandbox.find(ended.id)).toBeUndefined()
    const names = ['reset', 'deleted', 'ended', 'kept']
    expect(await reported(server)).toEqual({ count: 4, rules: names.map(describedIn) })
    expect(await reported(server)).toMatchObject({ count: 4 })
  })

  test('leaves out rules that acted, and those that were removed one by one or all at once', async () => {
    const server = await injectServer()
    await addRule(server, ruleFor('E8', REFUSE))
    await server.call('E8', { userIds: [] })
    await act(server, '/reset')
    await act(server, `/faults/${await addRule(server, ruleFor('E9', REFUSE))}`, {}, 'DELETE')
    await addRule(server, ruleFor('E9', REFUSE))
    await act(server, '/faults', {}, 'DELETE')
    await act(server, '/reset', { parts: ['faults'] })
    expect(await reported(server)).toEqual({ count: 0, rules: [] })
    await addRule(server, ruleFor('E9', REFUSE))
    await act(server, '/reset', { parts: ['data', 'journal', 'clock'] })
    expect(await reported(server)).toMatchObject({ count: 1 })
  })
})

describe('an invalid fault rule', () => {
  test.each([
    [{}, 'match is missing'],
    [{ match: { operation: 'E8' }, phase: 'before' }, 'effect is missing'],
    [ruleFor('E8', REFUSE, 'later'), 'known values are arrival, before, after, during'],
    [ruleFor('E8', {}), 'effect is empty'],
    [ruleFor('E8', { reset: false }), 'effect is empty'],
    [ruleFor('E8', { code: 7 }), 'effect.code must be a string'],
    [
      ruleFor('E8', { explode: true }),
      'effect.explode is not a known property; known properties are',
    ],
    [ruleFor('E8', { delayMs: 60_001 }), 'effect.delayMs must be at most 60000'],
    [ruleFor('E8', { delayMs: 1.5 }), 'effect.delayMs must be an integer'],
    [ruleFor('E8', { failed: 'all' }), 'effect.failed is only for E21'],
    [ruleFor('E21', { failed: 'some' }), 'effect.failed must be'],
    [ruleFor('E21', { failed: ['1'] }), 'effect.failed must be'],
    [ruleFor('E8', REFUSE, 'before', { times: 0 }), 'times must be'],
    [ruleFor('E8', REFUSE, 'before', { times: 'often' }), 'times must be'],
    [ruleFor('E8', REFUSE, 'before', { probability: 2 }), 'probability must be at most 1'],
    [
      { ...ruleFor('E8', REFUSE), match: { operation: 'E8', body: { '/param/~x': 1 } } },
      'match.body: "/param/~x" is not a valid JSON Pointer',
    ],
    [
      { ...ruleFor('E8', REFUSE), match: { operation: 'E8', code: '0' } },
      'a call has no result yet in the phase before',
    ],
    [
      { ...ruleFor('E8', REFUSE, 'arrival'), match: { operation: 'E8', body: {} } },
      'the body is not read yet in the phase arrival',
    ],
  ])('is rejected with a problem document: %j', async (rule, words) => {
    const server = await injectServer()
    expectRefused(await sendRule(server, rule), 400, words)
    expect(await rulesOf(server)).toEqual([])
  })

  test('is rejected with all its problems at once', async () => {
    const server = await injectServer()
    const reply = await sendRule(server, ruleFor('E0', { reset: true, failed: 1 }, 'after'))
    expectRefused(
      reply,
      400,
      'operation "E0" does not exist',
      'cannot be combined',
      'is only for E21',
      'needs the phase before',
    )
  })
})

describe('workspaces with fault rules', () => {
  test('are isolated: the same rules and calls have the same effects, and a reset affects one only', async () => {
    const server = await injectServer()
    const [one, two] = [await server.sandbox.create(), await server.sandbox.create()]
    const rule = ruleFor('E8', REFUSE, 'before', { times: 'always', probability: 0.4 })
    const codes: string[][] = []
    for (const { workspace, credentials } of [one, two]) {
      await addRule(server, rule, workspace.id)
      codes.push(await codesOf(server, `/w/${workspace.id}`, credentials.accessToken ?? ''))
    }
    expect(codes[0]).toEqual(codes[1])
    expect(new Set(codes[0])).toEqual(new Set(['0', '7']))
    expect(await rulesOf(server)).toEqual([])
    await act(server, `/reset?workspace=${one.workspace.id}`, { parts: ['faults'] })
    expect(await rulesOf(server, one.workspace.id)).toEqual([])
    expect(await rulesOf(server, two.workspace.id)).toMatchObject([{ id: 'f-1', seen: 20 }])
    await addRule(server, rule, one.workspace.id)
    const token = one.credentials.accessToken ?? ''
    expect(await codesOf(server, `/w/${one.workspace.id}`, token)).toEqual(codes[0])
  })
})
