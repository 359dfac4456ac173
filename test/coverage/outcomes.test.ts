import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { samplesOf } from '#src/openapi/examples/samples.ts'
import { coverageOf, covered } from '#test/kit/coverage.ts'
import type { Fixtures } from '#test/kit/http.ts'
import { injectServer, type TestServer } from '#test/kit/server.ts'

type Param = Record<string, unknown>

/** Calls that are answered so, and the nearest that are not; all are successes, and made in this order. */
interface Trial {
  readonly near: (ids: Fixtures) => Param[]
  readonly met: (ids: Fixtures) => Param[]
}

const UNKNOWN = 999_999

const sample = (ids: Fixtures, id: string): Param => samplesOf(ids)[id] ?? {}

/** A call that differs from the sample; the sample itself is the nearest that is answered otherwise. */
const differing = (id: string, more: (ids: Fixtures) => Param): Trial => ({
  near: (ids) => [sample(ids, id)],
  met: (ids) => [{ ...sample(ids, id), ...more(ids) }],
})

/** A repeated call; the first one is answered otherwise. */
const repeated = (param: (ids: Fixtures) => Param): Trial => ({
  near: (ids) => [param(ids)],
  met: (ids) => [param(ids)],
})

const page = (key: string, count: number, more: Param = {}): Trial => ({
  near: () => [{ ...more, [key]: 1, pageSize: 1 }],
  met: () => [{ ...more, [key]: count, pageSize: 1 }],
})

const member = (ids: Fixtures, sign: string): Param => ({
  ...sample(ids, 'E7'),
  crowdList: [{ crowdUniqueSign: sign }],
})

const TRIALS: Readonly<Record<string, Trial>> = {
  'E1 empty-list': differing('E1', () => ({ keywordList: ['no such name'] })),
  'E1 further-page': page('page', 2),
  'E2 empty-list': differing('E2', () => ({ createDate: '1999' })),
  'E4 left-out': differing('E4', ({ assets }) => ({ assetIdList: [assets.ids[0], UNKNOWN] })),
  'E5 empty-list': differing('E5', () => ({ createTimeForm: 9_000_000_000_000 })),
  'E5 further-page': {
    near: () => [{ createTimeForm: 0, page: 1 }],
    met: () => [{ createTimeForm: 0, page: 2 }],
  },
  'E5 ended-task': {
    near: () => [{ createTimeForm: 0, finished: false }],
    met: () => [{ createTimeForm: 0, finished: true }],
  },
  'E6 empty-list': differing('E6', () => ({ searchText: 'no such text' })),
  'E6 further-page': {
    near: ({ portal }) => [{ blockId: portal.blockId, pageNum: 1, pageSize: 1 }],
    met: ({ portal }) => [{ blockId: portal.blockId, pageNum: 2, pageSize: 1 }],
  },
  'E7 known-member': repeated((ids) => member(ids, 'only-once')),
  'E8 left-out': differing('E8', ({ users }) => ({ userIds: [users.owner.id, UNKNOWN] })),
  'E9 waiting-task': {
    near: (ids) => [{ ...sample(ids, 'E9'), assignees: { task1: [ids.users.editor.id] } }],
    met: (ids) => [sample(ids, 'E9')],
  },
  'E12 later-notification': {
    near: (ids) => [{ ...sample(ids, 'E12'), sendTime: 1 }],
    met: (ids) => [{ ...sample(ids, 'E12'), sendTime: 9_000_000_000_000 }],
  },
  'E13 completed-upload': repeated((ids) => sample(ids, 'E13')),
  'E14 known-collaborator': repeated(({ portal, users }) => ({
    portalId: portal.id,
    authType: portal.authType,
    userIdList: [users.viewer.id],
  })),
  'E15 past-release': {
    near: (ids) => [{ ...sample(ids, 'E15'), releaseTime: '2199-01-01 00:00:00' }],
    met: (ids) => [{ ...sample(ids, 'E15'), releaseTime: '2001-01-01 00:00:00' }],
  },
  'E16 never-uploaded': {
    near: ({ upload }) => [{ fileList: [{ path: upload.filePath, name: 'a.png' }] }],
    met: () => [{ fileList: [{ path: 'no/such/upload.png', name: 'a.png' }] }],
  },
  'E17 empty-list': differing('E17', () => ({ groupPath: ['no/such/path'] })),
  'E17 left-out': differing('E17', ({ archive }) => ({
    groupPath: [archive.groupPaths[0], 'no/such/path'],
  })),
  'E21 failed-list': {
    near: ({ atoms }) => [{ assetIdList: [atoms.ids[0]] }],
    met: ({ atoms }) => [{ assetIdList: [atoms.ids[0], UNKNOWN] }],
  },
  'E21 known-asset': repeated(({ atoms }) => ({ assetIdList: [atoms.ids[0]] })),
  'E22 known-asset': {
    near: ({ assets, collections }) => [
      { collectionId: collections.editable.id, assetIds: [assets.ids.at(-1)] },
    ],
    met: ({ assets, collections }) => [
      { collectionId: collections.editable.id, assetIds: [assets.ids.at(-1)] },
    ],
  },
}

const callsOf = async (server: TestServer, id: string, name: string): Promise<number> => {
  const { successes } = covered(await coverageOf(server), id)
  return successes.find((one) => one.name === name)?.calls ?? Number.NaN
}

describe('a success that an operation tells apart', () => {
  test.each(Object.entries(TRIALS))(
    '%s is counted when it is met, and not before',
    async (key, trial) => {
      const server = await injectServer({ env: { SANDBOX_SEED: 'demo' } })
      const [id = '', name = ''] = key.split(' ')
      for (const param of trial.near(server.fixtures)) await server.result(id, param)
      expect(await callsOf(server, id, name)).toBe(0)
      for (const param of trial.met(server.fixtures)) await server.result(id, param)
      expect(await callsOf(server, id, name)).toBe(1)
    },
  )

  test('E10 empty-list is counted when it is met, and not before', async () => {
    const server = await injectServer({ variants: { 'A-7-4': 'when-complete' } })
    const pack = sample(server.fixtures, 'E10')
    await server.result('E7', { ...sample(server.fixtures, 'E7'), completeStatus: true })
    await server.result('E10', pack)
    expect(await callsOf(server, 'E10', 'empty-list')).toBe(0)
    await server.result('E7', { ...sample(server.fixtures, 'E7'), completeStatus: false })
    await server.result('E10', pack)
    expect(await callsOf(server, 'E10', 'empty-list')).toBe(1)
  })

  test('has a trial here for every declaration of the catalogue', () => {
    const declared = CATALOGUE.flatMap(({ id, outcomes }) =>
      Object.keys(outcomes).map((name) => `${id} ${name}`),
    )
    expect([...Object.keys(TRIALS), 'E10 empty-list'].sort()).toEqual(declared.sort())
  })

  test('fails a call when its operation does not declare it', async () => {
    const server = await injectServer()
    const operation = Object(CATALOGUE.find(({ id }) => id === 'E8'))
    const { outcomes } = operation
    operation.outcomes = {}
    try {
      const reply = await server.call('E8', { userIds: [UNKNOWN] })
      expect(reply.body).toMatchObject({ code: '90000099' })
    } finally {
      operation.outcomes = outcomes
    }
  })

  test('is not counted for a call that is refused after all', async () => {
    const server = await injectServer({ variants: { 'A-12-1': 'all-or-nothing' } })
    const later = { ...sample(server.fixtures, 'E12'), sendTime: 9_000_000_000_000 }
    const reply = await server.call('E12', { ...later, users: ['nobody@example.com'] })
    expect(reply.body).not.toMatchObject({ code: '0' })
    expect(await callsOf(server, 'E12', 'later-notification')).toBe(0)
  })
})
