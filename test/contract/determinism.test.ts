import { describe, expect, test, vi } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { sha256Hex } from '#src/kernel/signature.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { act } from '#test/kit/acts.ts'
import { addRule, ruleFor, rulesOf } from '#test/kit/faults.ts'
import { createWorkspace, Flow, runFlow } from '#test/kit/flow.ts'
import type { Page } from '#test/kit/journal.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { type CallOptions, startServer, type TestServer } from '#test/kit/server.ts'

const NOW_MS = 1_790_000_000_000
const CALLS = 300

/** A simple generator of random numbers that repeats the same calls in every run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
}

interface PlannedCall {
  id: string
  param: unknown
  as: string
}

/** 300 calls of all operations, right and wrong, that build on earlier ones. */
const planCalls = (server: TestServer): PlannedCall[] => {
  const pick = numbers(7)
  const users = ['owner@example.com', 'editor@example.com', 'viewer@example.com', 'no@example.com']
  return Array.from({ length: CALLS }, (_, index) => {
    const { id } = CATALOGUE[index < CATALOGUE.length ? index : pick(CATALOGUE.length)] ?? {
      id: 'E1',
    }
    const as = users[pick(10) === 0 ? 3 : pick(3)] ?? ''
    return { id, as, param: variedParam(server, id, pick) }
  })
}

const variedParam = (server: TestServer, id: string, pick: (below: number) => number): unknown => {
  const sample = samplesOf(server.fixtures)[id] ?? {}
  const { archive, assets, atoms, collections, metadata } = server.fixtures
  const [value] = metadata.values
  const hasValue = { code: metadata.attrCode, value: [value?.attrValueCode] }
  const some = (ids: number[]) => ids.slice(pick(3), 3 + pick(8))
  const varied: Record<string, object> = {
    E1: { parentGroupId: undefined, scope: pick(4), pageSize: 1 + pick(30), page: 1 + pick(3) },
    E2: { createDate: String(2022 + pick(6)) },
    E4: { assetIdList: [...some(assets.ids), 100_031 + pick(4)] },
    E5: { finished: [true, false, undefined][pick(3)], page: 1 + pick(4) },
    E6: {
      searchText: ['', 'a', '茶'][pick(3)],
      filterConditionList: [undefined, [], [hasValue]][pick(3)],
    },
    E7: { crowdList: [{ crowdUniqueSign: `s${pick(40)}` }, { crowdUniqueSign: `s${pick(40)}` }] },
    E9: { objects: [...some(assets.ids), ...some(atoms.ids)], name: `approval ${pick(100)}` },
    E16: { fileList: [{ path: `p${pick(9)}`, name: `n${pick(9)}.png`, size: pick(99) }] },
    E17: { groupPath: [archive.groupPaths.slice(pick(3)), undefined][pick(2)] },
    E18: { id: pick(6) === 0 ? 2101 : 4 },
    E20: { attrValueList: [{ ...value, attrValueName: `name ${pick(9)}` }] },
    E21: { assetIdList: [...some(atoms.ids), 700_009 + pick(3)] },
    E22: {
      collectionId: [collections.editable.id + pick(3), 6003][pick(2)],
      assetIds: some(assets.ids),
    },
  }
  return { ...sample, ...varied[id] }
}

const withoutSecrets = (text: string, { id }: Workspace): string =>
  text.replaceAll(id, 'WORKSPACE').replaceAll(/signature=[0-9a-f]{64}/g, 'signature=SIGNATURE')

const transcriptOf = async (
  server: TestServer,
  workspace: Workspace,
  token: string,
  appKey: string,
): Promise<string[]> => {
  const transcript: string[] = []
  for (const { id, param, as } of planCalls(server)) {
    const nonce = String(transcript.length)
    const headers = { 'x-app-key': appKey, 's-timestamp': String(NOW_MS), 's-nonce': nonce }
    const options: CallOptions = { as, token, headers }
    const reply = await server.call(id, param, options)
    const odd = reply.headers.get('x-sandbox-findings')
    const used = reply.headers.get('x-sandbox-assumptions')
    const text = withoutSecrets(reply.text, workspace)
    transcript.push(`${id} as ${as}: ${reply.status} [${odd}] [${used}] ${text}`)
  }
  return transcript
}

/** The answers of a fresh workspace of the demo seed to the 300 calls under a frozen clock. */
const runFresh = async (server: TestServer, isReversed = false): Promise<string[]> => {
  const { workspace, credentials } = await server.sandbox.create({
    seed: 'demo',
    clock: { mode: 'frozen', nowMs: NOW_MS },
  })
  if (isReversed) workspace.store.sqlite.pragma('reverse_unordered_selects = ON')
  return transcriptOf(server, workspace, credentials.accessToken ?? '', credentials.appKey)
}

/** The whole state of a workspace: data, journal, faults and clock. */
const readState = async (server: TestServer, workspace: Workspace) => {
  const { id, journal } = workspace
  const read = <T>(path: string) => server.control<T>(`${path}workspace=${id}`)
  const { entries, total } = await read<Page>('/journal?bodies=true&limit=1000&')
  return {
    database: sha256Hex(workspace.store.sqlite.serialize()),
    databaseFile: workspace.record.databaseFile,
    counts: (await server.control<{ counts: object }>(`/workspaces/${id}`)).counts,
    journal: { lastSeq: journal.lastSeq, total, entries: sha256Hex(JSON.stringify(entries)) },
    faults: await rulesOf(server, id),
    clock: await read<{ now: number }>('/clock?'),
  }
}

/** The answers of the whole flow in a fresh workspace, with its data before and after. */
const flowFresh = async (server: TestServer, isReversed = false) => {
  const made = await createWorkspace(server.url, 'demo', NOW_MS)
  const workspace = server.sandbox.find(made.id)
  if (!workspace) throw new Error(`no workspace ${made.id}`)
  if (isReversed) workspace.store.sqlite.pragma('reverse_unordered_selects = ON')
  // But for the mark of the workspace that the file is of.
  const digest = () => sha256Hex(workspace.store.sqlite.serialize().fill(0, 68, 72))
  const before = digest()
  const flow = new Flow(made)
  await runFlow(flow)
  const answers = flow.replies.map((reply) => withoutSecrets(reply, workspace))
  return { workspace, before, after: digest(), answers, digest }
}

describe('a workspace under a frozen clock', () => {
  test('gives the same answers to the way of a file through the library, and stores the same', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const [left, right] = [await flowFresh(server), await flowFresh(server)]
    expect(right.answers).toEqual(left.answers)
    expect(right.after).toBe(left.after)
    expect(left.after).not.toBe(left.before)
    expect((await flowFresh(server, true)).answers).toEqual(left.answers)
  })

  test('changes no other workspace by the way of a file, and is as before after a reset', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const other = await flowFresh(server)
    const first = await flowFresh(server)
    expect(other.digest()).toBe(other.after)
    expect((await act(server, `/reset?workspace=${first.workspace.id}`)).status).toBe(200)
    expect(first.digest()).toBe(first.before)
    expect(other.digest()).toBe(other.after)
  })

  test('gives the same answers to 300 calls as another workspace', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const [left, right] = [await runFresh(server), await runFresh(server)]
    expect(left).toHaveLength(CALLS)
    expect(right).toEqual(left)
    const codes = left.map((line) => /"code":"(\d+)"/.exec(line)?.[1] ?? 'bare')
    expect(codes.filter((code) => code === '0').length).toBeGreaterThan(CALLS / 2)
    expect(new Set(codes).size).toBeGreaterThan(4)
    expect(left.join()).not.toContain('90000099')
  })

  test('gives the same answers when SQLite reverses every unspecified order', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    expect(await runFresh(server, true)).toEqual(await runFresh(server))
  })

  test('gives the same answers in any time zone of the process', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const zones = ['Asia/Shanghai', 'America/New_York']
    const transcripts: string[][] = []
    for (const zone of zones) {
      vi.stubEnv('TZ', zone)
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
      transcripts.push(await runFresh(server))
    }
    expect(transcripts[1]).toEqual(transcripts[0])
  })

  test('is isolated from eleven others called concurrently and from a reset of one', async () => {
    const server = await startServer({
      env: { SANDBOX_SEED: 'demo', SANDBOX_CHECK_REPLIES: 'off' },
    })
    const made = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.sandbox.create({ seed: 'demo', clock: { mode: 'frozen', nowMs: NOW_MS } }),
      ),
    )
    const run = ({ workspace, credentials }: (typeof made)[number]) =>
      transcriptOf(server, workspace, credentials.accessToken ?? '', credentials.appKey)
    const transcripts = await Promise.all(made.map(run))
    expect(transcripts[0]).toHaveLength(CALLS)
    for (const transcript of transcripts) expect(transcript).toEqual(transcripts[0])

    const [first, ...others] = made
    if (!first) throw new Error('no workspace was made')
    for (const { workspace, credentials } of made) {
      await addRule(server, ruleFor('E1', { code: '7' }), workspace.id)
      await addRule(server, ruleFor('E8', { delayMs: 0 }, 'before', { times: 2 }), workspace.id)
      await server.call('E8', { userIds: [] }, { token: credentials.accessToken ?? '' })
      workspace.clock.set({ mode: 'frozen', nowMs: NOW_MS + 1 })
    }
    const readAll = (some: typeof made) =>
      Promise.all(some.map(({ workspace }) => readState(server, workspace)))
    const before = await readAll(others)
    for (const { journal, faults } of before) {
      expect(journal).toMatchObject({ lastSeq: CALLS + 1, total: CALLS + 1 })
      expect(faults.map(({ seen, used }) => [seen, used])).toEqual([
        [0, 0],
        [1, 1],
      ])
    }
    const reset = await fetch(`${server.url}/_sandbox/reset?workspace=${first.workspace.id}`, {
      method: 'POST',
    })
    expect(reset.status).toBe(200)
    expect(await readAll(others)).toEqual(before)
    expect(await readAll([first])).toMatchObject([
      { journal: { lastSeq: 0, total: 0 }, faults: [], clock: { now: NOW_MS } },
    ])
    expect(await run(first)).toEqual(transcripts[0])
  })
})
