import { describe, expect, test, vi } from 'vitest'
import {
  ANSWERED,
  CALLERS,
  type Caller,
  HEADER_COLUMNS,
  OLD_RIGHTS,
  outcomeOf,
  type RightsColumn,
} from '#scripts/print/print-rights.ts'
import type { OperationAccess } from '#src/contract/operation.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { NO_FILES } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { NOW } from '#test/kit/databases.ts'
import type { Reply } from '#test/kit/http.ts'
import { assumptionsOf, expectRefusal, expectSuccess } from '#test/kit/replies.ts'
import { samplesOf } from '#test/kit/samples.ts'
import { seedUser } from '#test/kit/seeds.ts'
import { injectServer, type ServerOptions, type TestServer } from '#test/kit/server.ts'

/** What each operation of the document does, written down a second time: a wrong declaration differs from it. */
const ACCESS: Readonly<Record<OperationAccess, readonly string[]>> = {
  read: ['E1', 'E2', 'E4', 'E5', 'E6', 'E8', 'E10', 'E11', 'E17'],
  report: ['E3', 'E13', 'E19'],
  write: ['E7', 'E9', 'E12', 'E14', 'E15', 'E16', 'E18', 'E20', 'E21', 'E22'],
}

const EMAILS: Readonly<Record<Caller, string | undefined>> = {
  administrator: 'owner@example.com',
  editor: 'editor@example.com',
  viewer: 'viewer@example.com',
  disabled: 'disabled@example.com',
  'logged out': 'logged.out@example.com',
  'no header': undefined,
  'unknown user': 'nobody@example.com',
}

const OPEN_COLLECTION = 9_999_001

/** Users of every kind, and a collection to which everyone may add. */
const FURTHER: Seed = {
  users: [
    ['guest', {}] as const,
    ['disabled', { status: 0 }] as const,
    ['logged.out', { logoutStatus: 1 }] as const,
    ['administrating', { role: 'administrator' }] as const,
  ].map(([name, more], index) => seedUser(9_001 + index, name, more)),
  collections: [
    {
      id: OPEN_COLLECTION,
      name: 'Open to everyone',
      createUser: 1001,
      createdAtMs: NOW,
      rights: [{ unit: { everyone: true }, mayAdd: true }],
    },
  ],
}

const serverWith = async (options: ServerOptions = {}): Promise<TestServer> => {
  const server = await injectServer(options)
  loadSeed(server.workspace.store, FURTHER, NO_FILES, 1)
  return server
}

const requestsFor = (server: TestServer): Record<string, object> => {
  const samples = samplesOf(server.fixtures)
  return { ...samples, E22: { ...samples.E22, collectionId: OPEN_COLLECTION } }
}

const changesOf = (server: TestServer): number =>
  server.workspace.store.sqlite.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0

/** The code of an answer; bare and empty ones are successes. */
const codeOf = ({ body }: Reply): string =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ANSWERED

interface Tried {
  code: string
  changes: number
  assumptions: string[]
}

/** Calls every operation as a caller, in a fresh workspace. */
const tryAll = async (
  { caller, variants }: RightsColumn,
  env: Readonly<Record<string, string>> = {},
): Promise<Map<string, Tried>> => {
  const server = await serverWith({ variants, env })
  const requests = requestsFor(server)
  const tried = new Map<string, Tried>()
  for (const { id } of CATALOGUE) {
    const as = EMAILS[caller]
    const before = changesOf(server)
    const reply = await server.call(id, requests[id], { as: as ?? null })
    tried.set(id, {
      code: codeOf(reply),
      changes: changesOf(server) - before,
      assumptions: assumptionsOf(reply),
    })
  }
  return tried
}

const codes = (tried: ReadonlyMap<string, Tried>): Record<string, string> =>
  Object.fromEntries([...tried].map(([id, { code }]) => [id, code]))

const expected = (column: RightsColumn): Record<string, string> =>
  Object.fromEntries(CATALOGUE.map((operation) => [operation.id, outcomeOf(operation, column)]))

const COLUMNS: readonly RightsColumn[] = [
  ...CALLERS.flatMap((caller) => [
    { caller, variants: {} },
    { caller, variants: OLD_RIGHTS },
  ]),
  ...HEADER_COLUMNS,
]

const nameOf = ({ caller, variants }: RightsColumn): string =>
  [caller, ...Object.entries(variants).map((each) => each.join('='))].join(', ')

describe('the catalogue', () => {
  test('declares the access of every operation of the document', () => {
    const declared = new Map(CATALOGUE.map(({ id, access }) => [String(id), access]))
    for (const [access, ids] of Object.entries(ACCESS))
      for (const id of ids) expect(declared.get(id), id).toBe(access)
  })

  test('declares the operations whose requests show x-open-api-user', () => {
    const ofDocument = new Set(Object.values(ACCESS).flat())
    const shown = CATALOGUE.filter(({ hasUserHeader }) => hasUserHeader).map(({ id }) => id)
    expect(shown.filter((id) => ofDocument.has(id))).toEqual(['E4', 'E16', 'E17', 'E21', 'E22'])
  })
})

describe.each(['minimal', 'demo'])('the matrix of rights in the seed %s', (seed) => {
  test.each(COLUMNS.map((column) => [nameOf(column), column] as const))(
    'has the outcome of every operation for %s',
    async (_name, column) => {
      const tried = await tryAll(column, { SANDBOX_SEED: seed })
      expect(codes(tried)).toEqual(expected(column))
      for (const [id, { code, changes }] of tried)
        if (code !== ANSWERED) expect(changes, `${id} stores nothing`).toBe(0)
    },
  )
})

describe('the access that an operation declares', () => {
  test('is what the operation does: reads store nothing, all others store something', async () => {
    const tried = await tryAll({ caller: 'administrator', variants: {} })
    const storing = CATALOGUE.filter(({ id }) => (tried.get(id)?.changes ?? 0) > 0)
    expect(storing).toEqual(CATALOGUE.filter(({ access }) => access !== 'read'))
  })
})

describe('a refusal by rights', () => {
  const DECIDED_BY = {
    viewer: 'A-auth-11',
    disabled: 'A-auth-12',
    'logged out': 'A-auth-12',
    'unknown user': 'A-auth-2',
  } as const

  test.each(Object.entries(DECIDED_BY))(
    'of a caller who is a %s names %s, and answers without it name no other',
    async (caller, assumption) => {
      const tried = await tryAll({ caller: caller as Caller, variants: {} })
      for (const [id, { code, assumptions }] of tried)
        expect(assumptions.includes(assumption), id).toBe(code !== ANSWERED)
    },
  )

  test('precedes the reading of files: nothing is prepared for E13 and E16', async () => {
    const server = await serverWith()
    const held = vi.spyOn(server.sandbox.files, 'whileHeld')
    const requests = requestsFor(server)
    const calls = [
      ['E16', 'viewer'],
      ['E16', 'disabled'],
      ['E16', 'unknown user'],
      ['E13', 'disabled'],
      ['E13', 'unknown user'],
    ] as const
    for (const [id, caller] of calls) {
      const column: RightsColumn = { caller, variants: {} }
      const reply = await server.call(id, requests[id], { as: EMAILS[caller] ?? '' })
      expectRefusal(reply, expected(column)[id] ?? '')
    }
    expect(held).not.toHaveBeenCalled()
    expect(await server.result('E13', requests.E13, { as: 'viewer@example.com' })).toBe(true)
    expect(held).toHaveBeenCalledOnce()
  })
})

describe('the right to add to a collection', () => {
  test.each([{}, OLD_RIGHTS])(
    'is asked of every user but administrators with %j',
    async (chosen) => {
      const server = await serverWith({ variants: chosen })
      const { collections, assets } = server.fixtures
      const param = { collectionId: collections.forbidden.id, assetIds: assets.ids.slice(0, 1) }
      expectRefusal(await server.call('E22', param, { as: 'viewer@example.com' }), '10134011')
      expectRefusal(await server.call('E22', param, { as: 'guest@example.com' }), '10134011')
      const reply = await server.call('E22', param, { as: 'administrating@example.com' })
      expectSuccess(reply, true)
    },
  )
})
