import { describe, expect, test } from 'vitest'
import { findApproval } from '#src/domain/approvals/find-approval.ts'

import { ingest } from '#src/domain/assets/ingest.ts'
import { releaseFileIds } from '#src/seeds/load/release-file-ids.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { NO_FILES } from '#src/seeds/seed-files.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { NOW } from '#test/kit/databases.ts'
import { detailsOf } from '#test/kit/payloads.ts'
import { SEED_TASK, seedApproval, seedAsset, seedAtom, seedPart } from '#test/kit/seeds.ts'
import { openStore } from '#test/kit/store.ts'

const assetOf = (id: number, ...parts: number[]) =>
  seedAsset({ id, createdAtMs: 1, subResources: parts.map((part) => seedPart(part)) })

const atomOf = (id: number, assetId?: number) =>
  seedAtom({ id, createdAtMs: 1, ...(assetId !== undefined && { assetId }) })

const approvalOf = (objects: number[], createdAtMs = 1) =>
  seedApproval({ id: 9_900, createdAtMs, objects, tasks: [{ ...SEED_TASK, createdAtMs }] })

describe('ids that assets, their parts and atoms share', () => {
  test.each<[string, Seed, string]>([
    [
      'an asset and a part of another',
      { assets: [assetOf(900_001, 900_002), assetOf(900_003, 900_001)] },
      'asset 900001 and part 900001 of asset 900003 have one id',
    ],
    [
      'a part and an atom',
      { assets: [assetOf(900_001, 900_002)], atoms: [atomOf(900_002)] },
      'part 900002 of asset 900001 and atom 900002 have one id',
    ],
    [
      'a part and the atom of another asset',
      {
        assets: [assetOf(900_001, 900_002), assetOf(900_003, 900_004)],
        atoms: [atomOf(900_002, 900_003)],
      },
      'part 900002 of asset 900001 and atom 900002 have one id',
    ],
    [
      'a part and an earlier asset',
      { assets: [assetOf(900_001, 100_001)] },
      'asset 100001 and part 100001 of asset 900001 have',
    ],
    [
      'an asset and an earlier atom',
      { assets: [assetOf(700_001, 900_002)] },
      'asset 700001 and atom 700001 have',
    ],
  ])('are refused for %s, with both places', (_name, seed, words) => {
    const { store } = openStore()
    expect(() => loadSeed(store, seed, NO_FILES, 1)).toThrow(words)
  })

  test('are one for an ingested atom and the part that it became', () => {
    const { store, call } = openStore()
    const seed = { assets: [assetOf(900_001, 900_002)], atoms: [atomOf(900_002, 900_001)] }
    loadSeed(store, seed, NO_FILES, 1)
    expect(ingest(call(), [900_002])).toEqual({
      successList: [900_002],
      failedList: [],
      successMaterialIdList: [900_001],
    })
  })

  test('are given up by the file of an asset whose atom is replaced', () => {
    const { store, call } = openStore()
    ingest(call(), [700_001])
    releaseFileIds(store, [700_001, 700_002, 500_001])
    const [detail] = detailsOf(call(), [700_005])
    expect(detail?.subResList.map(({ id }) => id)).toEqual([700_006])
    const [other] = detailsOf(call(), [100_001])
    expect(other?.subResList.map(({ id }) => id)).toEqual([500_001])
  })
})

describe('an approval of an atom that is replaced', () => {
  const approved = seedApproval({
    ...approvalOf([900_010], NOW - 2),
    tasks: [{ ...SEED_TASK, status: 'APPROVED', createdAtMs: NOW - 2, endedAtMs: NOW - 1 }],
  })
  const later = (made: number, createdAtMs = NOW) => ({
    ...approvalOf([made], createdAtMs),
    id: 9_901,
  })

  const openIngested = () => {
    const { store, call } = openStore()
    loadSeed(store, { atoms: [atomOf(900_010)], approvals: [approved] }, NO_FILES, 1)
    const [made = 0] = ingest(call(), [900_010]).successMaterialIdList
    const statusOf = (id: number) =>
      store.sqlite.prepare('SELECT approval_status FROM assets WHERE id = ?').pluck().get(id)
    const replace = (seed: Seed) => loadSeed(store, seed, NO_FILES, 1, { mode: 'replace' })
    return { store, call, made, statusOf, replace }
  }

  test('still gives its status to the asset that was made of the atom', () => {
    const { made, statusOf, replace } = openIngested()
    replace({ atoms: [atomOf(900_010)] })
    expect(statusOf(made)).toBe(2)
    replace({ approvals: [later(made)] })
    expect(statusOf(made)).toBe(1)
    replace({ approvals: [{ ...approved, id: 9_901, objects: [] }] })
    expect(statusOf(made)).toBe(2)
  })

  test('gives no status to the asset of the new atom, also beside an approval that names this', () => {
    const { call, statusOf, replace } = openIngested()
    replace({ atoms: [atomOf(900_010)], approvals: [later(900_010, NOW - 4)] })
    const [other = 0] = ingest(call(), [900_010]).successMaterialIdList
    expect(statusOf(other)).toBe(1)
  })

  test('gives no status to the asset that is made of the new atom', () => {
    const { store, call, made, statusOf, replace } = openIngested()
    replace({ atoms: [atomOf(900_010)] })
    const [other = 0] = ingest(call(), [900_010]).successMaterialIdList
    expect(other).not.toBe(made)
    expect(statusOf(other)).toBe(0)
    expect(findApproval(store, 9_900)?.objects).toMatchObject([{ assetId: made }])
  })
})

describe('the objects of an approval in a seed', () => {
  test('are atoms and assets', () => {
    const { store } = openStore()
    loadSeed(store, { approvals: [approvalOf([700_001, 100_002, 700_001])] }, NO_FILES, 1)
    expect(findApproval(store, 9_900)?.objects).toEqual([
      { objectId: 100_002, assetId: 100_002 },
      { objectId: 700_001, assetId: null },
    ])
  })

  test('are refused where they are neither', () => {
    const { store } = openStore()
    expect(() => loadSeed(store, { approvals: [approvalOf([500_001])] }, NO_FILES, 1)).toThrow(
      'approvals, id 9900: objects[0] is 500001, which is not one of the assets or atoms',
    )
  })
})
