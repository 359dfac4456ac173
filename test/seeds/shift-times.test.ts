import { describe, expect, test } from 'vitest'
import type { ClockChange } from '#src/control/clock.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { act } from '#test/kit/acts.ts'
import { createWorkspace } from '#test/kit/created-workspace.ts'
import { freshFolder } from '#test/kit/process.ts'
import { openSandbox } from '#test/kit/sandbox.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

const DAY = 86_400_000

/** 2025-01-01, 05:00. */
const NOW = 1_735_707_600_000

const BUILT_IN = ['demo', 'minimal'] as const

const createdAt = async (server: TestServer, now: number, seed: string): Promise<Workspace> => {
  const { id } = await createWorkspace(server, { seed, clock: { mode: 'frozen', now } })
  return found(server, id)
}

const found = ({ sandbox }: Pick<TestServer, 'sandbox'>, id: string): Workspace => {
  const workspace = sandbox.find(id)
  if (!workspace) throw new Error(`workspace ${id} does not exist`)
  return workspace
}

const NEWEST = `SELECT max(at) FROM (
  SELECT max(created_at_ms) AS at FROM atoms UNION ALL SELECT max(updated_at_ms) FROM assets
  UNION ALL SELECT max(created_at_ms) FROM approval_tasks UNION ALL SELECT max(ended_at_ms) FROM approval_tasks
  UNION ALL SELECT max(updated_at_ms) FROM collections UNION ALL SELECT max(created_at_ms) FROM users)`

const newestOf = ({ store }: Workspace): number => store.value<number>(NEWEST) ?? 0

const POSTS =
  'SELECT count(*) FROM social_posts WHERE year = ? AND substr(create_date, 1, 4) = year'

const yearOf = ({ store }: Workspace): string =>
  store.value<string>("SELECT value ->> 'createDate' FROM fixtures WHERE name = 'social'") ?? ''

describe.each(BUILT_IN)('the times of the seed %s', (seed) => {
  test('are of the days before that on which the clock of a workspace stands', async () => {
    const server = await injectServer({ isShifted: true, env: { SANDBOX_SEED: seed } })
    const [early, usual] = [await createdAt(server, NOW, seed), server.workspace]
    const today = NOW - (NOW % DAY)
    expect(newestOf(early)).toBeLessThan(today)
    expect(newestOf(early)).toBeGreaterThan(today - 60 * DAY)
    expect((newestOf(usual) - newestOf(early)) % DAY).toBe(0)
  })

  test('fit the year of posts that the fixtures name', async () => {
    const server = await injectServer()
    for (const now of [0, NOW, 4_102_444_800_000, 8_600_000_000_000_000]) {
      const workspace = await createdAt(server, now, seed)
      expect(workspace.store.value<number>(POSTS, yearOf(workspace)), `${now}`).toBeGreaterThan(3)
    }
  })

  test('stay what they are through reset, restore and restart', async () => {
    const data = freshFolder()
    const { sandbox } = await openSandbox({ SANDBOX_DATA: data })
    const clock = { mode: 'frozen', nowMs: NOW } as const
    const { workspace } = await sandbox.create({ seed, clock, name: 'early' })
    const newest = newestOf(workspace)
    await sandbox.close()
    const server = await injectServer({ env: { SANDBOX_DATA: data } })
    const reopened = found(server, workspace.id)
    const control = async (path: string, body?: unknown): Promise<void> => {
      expect((await act(server, `${path}?workspace=early`, body)).status).toBeLessThan(300)
      expect(newestOf(reopened)).toBe(newest)
    }
    await control('/reset', {})
    await control('/snapshots', { name: 'a' })
    await control('/snapshots/a/restore')
  })
})

describe('a clock that is set', () => {
  const moved = async (server: TestServer, now: number): Promise<ClockChange> =>
    (await act(server, '/clock', { mode: 'frozen', now }, 'PUT')).body as ClockChange

  test('before the data of a built-in seed says so', async () => {
    const server = await injectServer()
    const { seededAtMs } = server.workspace.record
    const startOfDay = seededAtMs - (seededAtMs % DAY)
    expect((await moved(server, startOfDay)).warning).toBeNull()
    const { warning } = await moved(server, startOfDay - 1)
    expect(warning).toMatch(
      /^The data was created for \d{4}-\d\d-\d\d, so some of it is in the future of/,
    )
    expect((await moved(server, 4_102_444_800_000)).warning).toBeNull()
  })
})
