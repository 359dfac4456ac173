import { describe, expect, onTestFinished, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import type { Store } from '#src/store/db/store.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { act, done } from '#test/kit/acts.ts'
import { exportOf, importTo } from '#test/kit/archives.ts'
import { freshFolder } from '#test/kit/process.ts'
import { expectRefusal } from '#test/kit/replies.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'
import { STORES } from '#test/kit/uploads.ts'

interface Member {
  id: number
  crowdUniqueSign: string
}

const PACK = { corpId: 'corp', source: 'CDP_CROWD_PACK' }
const ID = 77
const LISTED = { ...PACK, crowdPackId: ID }
const DELETED = { ...PACK, id: ID }

/** More members than E18 removes in its call and than a few later steps remove. */
const MANY = LIMITS.deletedMembers.max + 1

const start = (env: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
  injectServer({ env, variants: { 'A-7-1': 'created' } })

const signs = (count: number, prefix = 'm') =>
  Array.from({ length: count }, (_, index) => ({ crowdUniqueSign: `${prefix}${index}` }))

const add = (server: TestServer, crowdList: object[], param = LISTED): Promise<unknown> =>
  server.result('E7', { ...param, crowdList })

const list = (server: TestServer): Promise<Member[]> => server.result<Member[]>('E10', LISTED)

/** The numbers of pack and member rows in a database, visible to callers or not. */
const rowsIn = ({ sqlite }: Store): { packs: number; members: number } => {
  const count = (table: string) =>
    Number(sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
  return { packs: count('crowd_packs'), members: count('crowd_members') }
}

/** Holds back the removal until the database is reopened or the returned function is called. */
const holdLeftovers = ({ store }: Workspace): (() => void) => {
  const request = store.onLeftover
  store.onLeftover = undefined
  return () => request?.()
}

const changesIn = ({ workspace }: TestServer): number =>
  Number(workspace.store.sqlite.prepare('SELECT total_changes()').pluck().get())

const expectRemoved = async (server: TestServer, before: object): Promise<void> => {
  await expect.poll(() => rowsIn(server.workspace.store), { timeout: 20_000 }).toEqual(before)
}

/** A server with a deleted large pack whose members are not removed yet. */
const startWithLeftovers = async (env: Readonly<Record<string, string>> = {}) => {
  const server = await start(env)
  const before = rowsIn(server.workspace.store)
  await add(server, signs(MANY))
  const release = holdLeftovers(server.workspace)
  await server.result('E18', DELETED)
  expect(rowsIn(server.workspace.store).members).toBeGreaterThan(before.members)
  return { server, before, release }
}

describe('a deleted large crowd pack', () => {
  test('is invisible at once, though the call changes few rows', async () => {
    const server = await start()
    await add(server, signs(MANY))
    holdLeftovers(server.workspace)
    const changes = changesIn(server)
    await server.result('E18', DELETED)
    expect(changesIn(server) - changes).toBeLessThanOrEqual(1)
    for (const [operation, param] of [
      ['E10', LISTED],
      ['E18', DELETED],
    ] as const)
      expectRefusal(await server.call(operation, param), '90030007')
  })
})

describe('a crowd pack made with the id of a deleted one', () => {
  test('is empty, repeats no id, and keeps its members when the old ones are removed', async () => {
    const { server, before, release } = await startWithLeftovers()
    await add(server, [])
    expect(await list(server)).toEqual([])
    await add(server, signs(3))
    const members = await list(server)
    expect(members.map(({ crowdUniqueSign }) => crowdUniqueSign)).toEqual(['m0', 'm1', 'm2'])
    release()
    await expectRemoved(server, { packs: before.packs + 1, members: before.members + 3 })
    expect(await list(server)).toEqual(members)
    await add(server, signs(1, 'late'))
    const last = (await list(server)).at(-1)
    expect(last?.id).toBe((members.at(-1)?.id ?? 0) + 1)
  })
})

describe.each(STORES)('members of deleted packs, %s', (_name, env) => {
  test('are removed after a snapshot that has them is restored', async () => {
    const { server, before, release } = await startWithLeftovers(env())
    expect((await act(server, '/snapshots', { name: 'between' })).status).toBe(201)
    release()
    await expectRemoved(server, before)
    await done(server, '/snapshots/between/restore')
    expectRefusal(await server.call('E10', LISTED), '90030007')
    await expectRemoved(server, before)
  })

  test('are removed after an export that has them is imported', async () => {
    const { server, before } = await startWithLeftovers(env())
    const archive = await exportOf(server)
    const reply = await importTo(server, archive)
    expect(reply.status, reply.text).toBe(200)
    expectRefusal(await server.call('E10', LISTED), '90030007')
    await expectRemoved(server, before)
  })

  test('are removed after their database was closed for another and opened again', async () => {
    const { server, before } = await startWithLeftovers({ ...env(), SANDBOX_MAX_OPEN: '1' })
    const { workspace } = await server.sandbox.create({ seed: 'minimal' })
    expect(workspace.store.sqlite.open).toBe(true)
    expect(server.workspace.openDatabase).toBeUndefined()
    await add(server, [])
    await server.result('E18', DELETED)
    await expectRemoved(server, before)
  })
})

describe('members of deleted packs', () => {
  test('are removed after a restart', async () => {
    const env = { SANDBOX_DATA: freshFolder() }
    const { server, before } = await startWithLeftovers(env)
    await server.close()
    const second = await start(env)
    expectRefusal(await second.call('E18', DELETED), '90030007')
    await expectRemoved(second, before)
  })

  test('of several databases are removed stepwise, with other work in between', async () => {
    const { server, before, release } = await startWithLeftovers()
    const { workspace, credentials } = await server.sandbox.create({
      seed: 'minimal',
      variants: { 'A-7-1': 'created' },
    })
    const options = { token: credentials.accessToken ?? '' }
    await server.result('E7', { ...LISTED, crowdList: signs(MANY) }, options)
    const releaseOther = holdLeftovers(workspace)
    await server.result('E18', DELETED, options)
    let round = 0
    const count = (): void => {
      round += 1
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    onTestFinished(() => clearImmediate(counting))
    const rounds: number[] = []
    for (const { store } of [server.workspace, workspace]) {
      const transaction = store.transaction.bind(store)
      store.transaction = (work) => {
        rounds.push(round)
        return transaction(work)
      }
    }
    release()
    releaseOther()
    await expectRemoved(server, before)
    await expect.poll(() => rowsIn(workspace.store), { timeout: 20_000 }).toEqual(before)
    expect(rounds.length).toBeGreaterThan((2 * MANY) / LIMITS.removedMembers.max - 4)
    expect(new Set(rounds).size).toBe(rounds.length)
  })
})

test('an export with a pack whose id only E7 allows can be imported', async () => {
  const server = await start()
  const odd = { ...LISTED, crowdPackId: -5 }
  await add(server, signs(2), odd)
  const reply = await importTo(server, await exportOf(server))
  expect(reply.status, reply.text).toBe(200)
  expect(await server.result('E10', odd)).toHaveLength(2)
})
