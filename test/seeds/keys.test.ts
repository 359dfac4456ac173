import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { InvalidDataError } from '#src/contract/errors/invalid-data-error.ts'
import { namesIn } from '#src/seeds/check-names.ts'
import { loadSeed } from '#src/seeds/load-seed.ts'
import { readSeed } from '#src/seeds/read-seed.ts'
import type { Seed } from '#src/seeds/seed-format.ts'
import { type Path, valueAt } from '#src/seeds/seed-places.ts'
import { shippedFolders } from '#src/start/shipped-folders.ts'
import type { Store } from '#src/store/db/store.ts'
import { dumpOf } from '#test/kit/dumps.ts'
import { withLeaf } from '#test/kit/leaves.ts'
import { seedAsset, seedFiles, seedPart } from '#test/kit/seeds.ts'
import { openStore } from '#test/kit/store.ts'

const FOLDER = join(shippedFolders().seeds, 'minimal')
const MINIMAL = readSeed({ folder: FOLDER })
const FILES = await seedFiles(MINIMAL, FOLDER)
const FIELD = MINIMAL.metadataFields?.[0]?.code ?? ''
const NAMES = namesIn(MINIMAL)

const SQL = /constraint|SQLITE|foreign key|UNIQUE/

/** Why a seed is refused, after which the database is as it was. */
const refusalOf = (store: Store, seed: unknown, mode: 'add' | 'replace'): string => {
  const before = dumpOf(store)
  try {
    loadSeed(store, seed as Seed, FILES, 1, { mode })
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidDataError)
    expect((error as Error).message).not.toMatch(SQL)
    expect(dumpOf(store)).toEqual(before)
    return (error as InvalidDataError).message
  }
  throw new Error('the seed was accepted')
}

const pointerOf = (path: Path): string => path.map((key) => `/${key}`).join('')

/** One path of each place, which has stars for indexes. */
const places = (paths: Iterable<Path>) =>
  new Map([...paths].map((path) => [pointerOf(path).replaceAll(/\d+/g, '*'), path]))

const changed = (path: Path, value: unknown): unknown => withLeaf(MINIMAL, [...path], value)

const REFERENCES = [...places(NAMES.references.map(({ path }) => path))]
const TWICE = [...NAMES.keys].flatMap(([thing, paths]) => {
  const [first, second] = paths.values()
  return first && second ? [[thing, first, second] as const] : []
})

const assetWith = (asset: object, part: object = {}): object => ({
  assets: [{ ...seedAsset({}, part), ...asset }],
})
const rights = (kind: string, ...more: object[]): object => ({
  [kind]: more.map((right) => ({ unit: { everyone: true }, ...right })),
})
const OWNED = { assetId: 100_003, role: 'ownerRole' }
const EDITOR = MINIMAL.users?.find(({ email }) => email.startsWith('editor@'))

describe('a refusal of a seed', () => {
  test.each(REFERENCES)('names the place where %s names nothing', (_, path) => {
    const value = typeof valueAt(MINIMAL, path) === 'number' ? 9 : 'none'
    const words = `${JSON.stringify(value)}, which is not one of the `
    const message = refusalOf(openStore().store, changed(path, value), 'replace')
    expect(message).toContain(`is ${words}`)
    expect(message).toContain(`(${pointerOf(path)})`)
    expect(
      message.startsWith(`${path[0]}, id ${valueAt(MINIMAL, [...path.slice(0, 2), 'id'])}: `),
    ).toBe(true)
  })

  test.each(TWICE)('names both places of a key of %s that is used twice', (_, first, second) => {
    const value = valueAt(MINIMAL, first)
    expect(refusalOf(openStore().store, changed(second, value), 'replace')).toContain(
      `${JSON.stringify(value)} is used twice, also at ${pointerOf(first)} (${pointerOf(second)})`,
    )
  })

  test.each<Path>([
    ['users', 1, 'dimensionIds'],
    ['collections', 1, 'assetIds'],
    ['collections', 1, 'collectedBy'],
    ['approvals', 0, 'assetIds'],
    ['crowdPacks', 0, 'members'],
    ['portals', 0, 'blocks', 0, 'contents', 0, 'tags'],
    ['metadataFields', 0, 'values'],
  ])('names both places in a list that has an element twice: %s %s %s', (...path) => {
    const [element = 'x'] = (valueAt(MINIMAL, path) ?? []) as unknown[]
    const message = refusalOf(openStore().store, changed(path, [element, element]), 'replace')
    expect(message).toContain(`is used twice, also at ${pointerOf(path)}/0`)
  })

  test.each(Object.keys(MINIMAL).filter((kind) => kind !== 'fixtures'))(
    'says of ids of %s that are taken how to replace what has them',
    (kind) => {
      const [element] = Reflect.get(MINIMAL, kind) as { id?: unknown; code?: unknown }[]
      const [name, key] = element?.id === undefined ? ['code', element?.code] : ['id', element.id]
      expect(refusalOf(openStore().store, { [kind]: [element] }, 'add')).toBe(
        `${kind}, ${name} ${key}: ${name} ${JSON.stringify(key)} is already in use; send ?mode=replace to replace it (/${kind}/0/${name})`,
      )
    },
  )

  test.each<[string, object]>([
    [
      'not one of the assets (/assetRights/0/assetId)',
      rights('assetRights', { ...OWNED, assetId: 9 }),
    ],
    ['not one of the collections', rights('collectionRights', { collectionId: 9, mayAdd: true })],
    ['"dataRoleId":1} is there already', rights('assetRights', OWNED, OWNED)],
    ['not one of the assets or atoms or files', assetWith({}, { thumbnailAssetId: 9 })],
    ['analysisAssetIds[1] is 9', assetWith({}, { analysisAssetIds: [500_001, 9] })],
    ['"valueCode":"1"} names something', assetWith({ metadata: { other: ['1'] } })],
    ['"valueCode":"9"} names something', assetWith({ metadata: { [FIELD]: ['9'] } })],
    ['"valueCode":"101"} is there', assetWith({ metadata: { [FIELD]: ['101', '101'] } })],
    [
      'email "Owner@Example.com" is already in use, by users, id 1001 (/users/0/email)',
      { users: [{ ...EDITOR, id: 9001, email: 'Owner@Example.com' }] },
    ],
    [
      'subResources[0].id 500001 is already in use, by assets, id 100001',
      assetWith({ subResources: [seedPart(500_001)] }),
    ],
  ])('says %j', (words, seed) => {
    expect(refusalOf(openStore().store, seed, 'add')).toContain(words)
  })

  test('names the file and the place in it for a seed of several files', () => {
    const seed = readSeed({ folder: FOLDER })
    for (const user of seed.users ?? []) user.deptId = 9
    expect(refusalOf(openStore().store, seed, 'replace')).toContain('(people.json#/users/0/deptId)')
  })
})
