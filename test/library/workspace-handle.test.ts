import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '#src/client/generated/constants.ts'
import { OperationError, type OperationId } from '#src/index.ts'
import type { Fixtures } from '#test/kit/http.ts'
import { startLibrary } from '#test/kit/library.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { TOKEN } from '#test/kit/server.ts'

describe('an await using block', () => {
  test('deletes the workspace and stops the server at its end', async () => {
    const sandbox = await startLibrary()
    const workspace = await sandbox.workspace({ name: 'mine' })
    await workspace[Symbol.asyncDispose]()
    expect((await sandbox.list()).map(({ name }) => name)).toEqual(['default'])
    await sandbox[Symbol.asyncDispose]()
    await sandbox.close()
    await expect(sandbox.list()).rejects.toMatchObject({ name: 'UnreachableError' })
  })
})

describe('a workspace with reuse', () => {
  test('is made once for any number of callers, and refused with another seed', async () => {
    const sandbox = await startLibrary()
    const options = { name: 'shared', reuse: true }
    const made = await Promise.all([1, 2, 3].map(() => sandbox.workspace(options)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    await expect(sandbox.workspace({ name: 'shared' })).rejects.toThrow(
      'Workspace "shared" already exists',
    )
    const other = sandbox.workspace({ ...options, seed: 'demo' })
    await expect(other).rejects.toThrow('with seed minimal, not demo')
  })
})

describe('the calls of a handle', () => {
  test('return the payload of every operation, in every reply shape', async () => {
    const { call, fixtures } = await (await startLibrary()).workspace()
    const samples = samplesOf(fixtures as unknown as Fixtures)
    const results: Record<string, unknown> = {}
    for (const id of Object.keys(OPERATIONS) as OperationId[])
      results[id] = await call(id, samples[id] as object)
    expect(results.E8).toMatchObject([{ id: 1001 }, { id: 1003 }])
    expect(results.E10).toContainEqual({ id: expect.any(Number), crowdUniqueSign: 'sign-1' })
    expect(results.E19).toBe(true)
    expect(results.E20).toEqual({})
    expect(results.E11).toMatchObject({ id: fixtures.portal.contentId })
  })

  test('throw refusals with code and message, including nested ones', async () => {
    const sandbox = await startLibrary()
    const inner = await sandbox.workspace({ assume: { 'A-reply-2': 'inner' } })
    const { editable, forbidden } = inner.fixtures.collections
    const param = { collectionId: forbidden.id, assetIds: inner.fixtures.assets.ids.slice(0, 1) }
    const refusal = inner.call('E22', param, { as: 'viewer@example.com' })
    await expect(refusal).rejects.toThrow(OperationError)
    await expect(refusal).rejects.toMatchObject({
      operation: 'E22',
      code: '10134011',
      message: expect.stringMatching(
        /^E22 10134011: User has no operation permission: user \d+ is a viewer, .+ \(call #\d+\)$/,
      ),
      refusal: 'User has no operation permission',
      reason: expect.stringMatching(/^user \d+ is a viewer, .+; name an editor/),
      call: expect.any(Number),
      status: 200,
    })
    expect(await inner.call('E22', { ...param, collectionId: editable.id })).toBe(true)
    for (const workspace of [inner, sandbox.default])
      await expect(
        workspace.call('E10', { source: 'CDP_CROWD_PACK', corpId: 'x', crowdPackId: 9 }),
      ).rejects.toMatchObject({ operation: 'E10', code: expect.stringMatching(/^9\d{7}$/) })
    await expect(
      sandbox.default.call('E8', { userIds: [] }, { accessToken: 'unknown' }),
    ).rejects.toMatchObject({ code: '90010003' })
  })

  test('sign portal calls by the clock of the workspace', async () => {
    const sandbox = await startLibrary()
    const { call, fixtures } = await sandbox.workspace({
      assume: {
        'A-auth-4': 'hmac-sha256',
        'A-auth-4.timestamp': 'refused',
        'A-auth-4.nonce': 'refused',
      },
      clock: { mode: 'frozen', now: 1_900_000_000_000 },
    })
    const param = { id: fixtures.portal.contentId, pictureParam: { width: 300, high: 200 } }
    expect(await call('E11', param)).toMatchObject({ id: param.id })
    await expect(call('E11', param, { headers: { 's-sign': 'another' } })).rejects.toThrow(
      OperationError,
    )
  })
})

describe('the control plane of a handle', () => {
  test('creates a workspace with its own credentials, and deletes it', async () => {
    const sandbox = await startLibrary()
    const workspace = await sandbox.workspace({ name: 'mine', seed: 'minimal', ttlMs: 60_000 })
    expect(workspace).toMatchObject({ name: 'mine', baseUrl: `${sandbox.url}/w/${workspace.id}` })
    expect(workspace.accessToken).not.toBe(TOKEN)
    expect(await workspace.show()).toMatchObject({ counts: { users: 3 } })
    await workspace.delete()
    await expect(workspace.show()).rejects.toMatchObject({ name: 'ControlError', status: 404 })
    await expect(sandbox.default.delete()).rejects.toThrow('reset it instead')
  })

  test('lists faults, and those that were never used', async () => {
    const { call, faults } = await (await startLibrary()).workspace()
    const { id } = await faults.add({
      match: { operation: 'E8' },
      phase: 'after',
      effect: { reset: true },
    })
    await faults.add({ match: { operation: 'E9' }, phase: 'before', effect: { delayMs: 1 } })
    await expect(call('E8', { userIds: [] })).rejects.toMatchObject({ name: 'UnreachableError' })
    expect(await call('E8', { userIds: [] })).toEqual([])
    expect(await faults.list()).toMatchObject([{ id, used: 1 }, { used: 0 }])
    expect(await faults.unused()).toMatchObject([{ match: { operation: 'E9' } }])
    await faults.remove(id)
    await faults.clear()
    expect(await faults.list()).toEqual([])
  })

  test('sets states, adds seeds, decides tasks and reads records', async () => {
    const { state, states, decide, seed, records, readFixtures } = (await startLibrary()).default
    expect(await states()).toContainEqual({ name: 'user-unknown', sentence: expect.any(String) })
    const { ids } = await state('approval-in-progress')
    const decision = { approvalId: ids.approvalId, key: ids.key, decision: 'approve' } as const
    expect(await decide(decision)).toMatchObject({ approvalId: ids.approvalId })
    await expect(decide(decision)).rejects.toMatchObject({ name: 'ControlError' })
    expect(await seed({ departments: [{ id: 99, name: 'Added' }] })).toMatchObject({
      added: { departments: 1 },
    })
    expect(await records('tracking')).toMatchObject({ kind: 'tracking', total: 0 })
    expect((await readFixtures()).users.owner.id).toBe(1001)
  })
})
