import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { printStateIds } from '#scripts/print/print-types.ts'
import { STATE_NAMES, STATES } from '#src/control/states/state-catalogue.ts'
import { act, done, expectRefused } from '#test/kit/acts.ts'
import { NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'
import { STATE_CHECKS } from '#test/kit/state-checks.ts'

interface Answer {
  name: string
  ids: Record<string, unknown>
}

const onSeed = async (seed: string, options: ServerOptions = {}): Promise<TestServer> => {
  const server = await injectServer({ env: { SANDBOX_SEED: seed }, ...options })
  freezeAt(server, NOW)
  return server
}

const set = (server: TestServer, name: string) => done<Answer>(server, `/states/${name}`)

const holds = (server: TestServer, { name, ids }: Answer): Promise<void> | undefined =>
  STATE_CHECKS[name]?.(server, ids)

const SEEDS = ['minimal', 'demo'] as const

describe('named states', () => {
  test('are listed with a sentence and a check each', async () => {
    const server = await injectServer()
    const { states } = await server.control<{ states: { name: string; sentence: string }[] }>(
      '/states',
    )
    expect(states.map(({ name }) => name)).toEqual(STATE_NAMES)
    expect(Object.keys(STATE_CHECKS).sort()).toEqual([...STATE_NAMES].sort())
    for (const { sentence } of states) expect(sentence).toMatch(/^[A-Z0-9].+\.$/)
  })

  test('have the same names and sentences in the documentation', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/control-plane.md'), 'utf8')
    const flat = text.replaceAll(/\s+/g, ' ')
    for (const name of STATE_NAMES)
      expect(flat).toContain(`| \`${name}\` | ${STATES[name].sentence} |`)
  })

  describe.each(SEEDS)('on the seed %s', (seed) => {
    test('hold by a clock that is set back to before the users were created', async () => {
      const server = await onSeed(seed)
      freezeAt(server, 1_000_000_000_000)
      for (const name of STATE_NAMES) await holds(server, await set(server, name))
    })

    test('hold one after the other in one database, and again after their use', async () => {
      const server = await onSeed(seed)
      const names = STATE_NAMES.filter((name) => name !== 'empty-library')
      for (const name of [...names, ...names, 'empty-library', ...names]) {
        const first = await set(server, name)
        expect(first.name).toBe(name)
        await holds(server, first)
        await holds(server, await set(server, name))
      }
    })
  })

  test.each(SEEDS)(
    'answer ids of the types that the library declares, on the seed %s',
    async (seed) => {
      const server = await onSeed(seed)
      const answers: Record<string, object> = {}
      for (const name of STATE_NAMES) answers[name] = (await set(server, name)).ids
      expect(printStateIds(answers)).toBe(readFileSync('src/client/generated/states.ts', 'utf8'))
    },
  )

  test('use ids of their own, and change nothing else', async () => {
    const server = await onSeed('demo')
    const count = (table: string) =>
      Number(server.workspace.store.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    const before = count('assets')
    const { ids } = await set(server, 'asset-ingested')
    expect(count('assets')).toBe(before + 1)
    expect(server.fixtures.assets.ids).not.toContain(ids.assetId)
    const { successMaterialIdList } = await server.result<{ successMaterialIdList: number[] }>(
      'E21',
      { assetIdList: server.fixtures.atoms.ids.slice(0, 1) },
    )
    expect(successMaterialIdList[0]).toBeGreaterThan(Number(ids.assetId))
  })

  test('survive a snapshot, and end with a reset', async () => {
    const server = await onSeed('minimal')
    const first = await set(server, 'text-asset')
    await act(server, '/snapshots', { name: 'a' })
    await done(server, '/reset', { parts: ['data'] })
    const { detail } = await server.result<{ detail: object[] }>('E4', {
      assetIdList: [first.ids.assetId],
    })
    expect(detail).toEqual([])
    await done(server, '/snapshots/a/restore')
    await holds(server, first)
  })

  test('hold on a seed without the records that they rely on', async () => {
    const server = await onSeed('minimal')
    const { sqlite } = server.workspace.store
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec(`DELETE FROM asset_rights; DELETE FROM data_roles; DELETE FROM process_definitions;
      DELETE FROM collection_rights; DELETE FROM users WHERE id <> 1001;
      UPDATE assets SET create_user = 1001, update_user = 1001;
      UPDATE atoms SET create_user = 1001; DELETE FROM approval_tasks; DELETE FROM approvals;
      UPDATE collections SET create_user = 1001, update_user = 1001`)
    sqlite.pragma('foreign_keys = ON')
    for (const name of ['asset-view-only', 'approval-in-progress', 'collection-editable'])
      await holds(server, await set(server, name))
  })

  test('can all be set where the owner of the application is the editor of the seed', async () => {
    const server = await onSeed('minimal')
    const user = { nickname: 'n', deptId: 10, createdAtMs: 1_583_115_120_000 }
    const users = [
      { ...user, id: 1001, email: 'owner@example.com' },
      { ...user, id: 1002, email: 'editor@example.com', isAppOwner: true },
    ]
    await done(server, '/seed?mode=replace', { users })
    for (const name of STATE_NAMES) expect((await set(server, name)).name).toBe(name)
  })

  test('are rejected with a suggestion when unknown', async () => {
    const server = await injectServer()
    expectRefused(await act(server, '/states/asset-ingest'), 404, 'did you mean "asset-ingested"?')
    expectRefused(await act(server, '/states/zzzzzzz'), 404, 'GET /_sandbox/states')
    expectRefused(await act(server, '/states/__proto__'), 404)
  })

  test('affect their own workspace only', async () => {
    const server = await onSeed('minimal')
    const { workspace } = await server.sandbox.create({ seed: 'minimal' })
    const path = `/states/token-expired?workspace=${workspace.id}`
    const other = await done<Answer>(server, path)
    const own = await set(server, 'token-expired')
    expect(other.ids).not.toEqual(own.ids)
    await holds(server, own)
    const before = server.workspace.store.sqlite.serialize()
    await done(server, `/states/empty-library?workspace=${workspace.id}`)
    expect(server.workspace.store.sqlite.serialize().equals(before)).toBe(true)
  })
})

describe('Pact provider states', () => {
  test('return ids, also at the top level', async () => {
    const server = await onSeed('minimal')
    const body = { consumer: 'shop', state: 'Asset view only', params: {}, action: 'setup' }
    const { ids, ...rest } = await done<Answer>(server, '/states', body)
    expect(rest).toEqual({ ...ids, name: 'asset-view-only' })
    await holds(server, { name: 'asset-view-only', ids })
  })

  test('accept a teardown, which changes nothing', async () => {
    const server = await onSeed('minimal')
    const before = server.workspace.store.sqlite.serialize()
    const reply = await act(server, '/states', { state: 'empty-library', action: 'teardown' })
    expect(reply.status).toBe(200)
    expect(server.workspace.store.sqlite.serialize().equals(before)).toBe(true)
  })

  test('are rejected when unknown or missing', async () => {
    const server = await injectServer()
    const unknown = await act(server, '/states', { state: 'an asset that is ingestd' })
    expectRefused(unknown, 404, 'Named state "an-asset-that-is-ingestd" does not exist')
    expectRefused(await act(server, '/states', { state: 'text asst' }), 404, '"text-asset"')
    expectRefused(await act(server, '/states', {}), 400, 'state is missing')
    expectRefused(await act(server, '/states', { state: 1 }), 400, 'state must be a string')
  })
})
