import { describe, expect, test } from 'vitest'
import type { ChosenVariants } from '#src/contract/assumptions/index.ts'
import { findInvisibleAssets } from '#src/domain/visibility.ts'

import { type OpenedStore, openStore } from '#test/kit/store.ts'

/** An asset of the seed that only its rights show: no collection has it, its creator is the owner. */
const PACKSHOT = 100_002
const UNKNOWN = 424_242

const VIEWER = 'viewer@example.com'
const EDITOR = 'editor@example.com'

/** A store in which one asset, of the editor, has no right. */
const withBareAsset = (): OpenedStore => {
  const rules = openStore()
  rules.store.sqlite.exec(`
    DELETE FROM asset_rights WHERE asset_id = ${PACKSHOT};
    UPDATE assets SET create_user = 1002 WHERE id = ${PACKSHOT}`)
  return rules
}

const sees = ({ call }: OpenedStore, as: string, variants: ChosenVariants = {}): boolean => {
  const made = call({ as, variants })
  return findInvisibleAssets(made, made.actor, [PACKSHOT]).length === 0
}

const put = ({ store }: OpenedStore, collectionId: number): void => {
  store.sqlite.exec(`INSERT INTO collection_items VALUES (${collectionId}, ${PACKSHOT}, 0)`)
}

describe('an asset is visible', () => {
  test('to its creator and to administrators, without any right', () => {
    const rules = withBareAsset()
    expect(sees(rules, EDITOR)).toBe(true)
    expect(sees(rules, 'owner@example.com')).toBe(true)
    expect(sees(rules, VIEWER)).toBe(false)
  })

  test.each([
    ['the user', 1, 1003],
    ['the department of the user', 2, 11],
    ['everyone', 3, 0],
  ])('by a right of %s', (_name, unitType, unitId) => {
    const rules = withBareAsset()
    const right = `INSERT INTO asset_rights VALUES (${PACKSHOT}, ${unitType}, ${unitId}, 3)`
    rules.store.sqlite.exec(right)
    expect(sees(rules, VIEWER)).toBe(true)
    expect(sees(rules, VIEWER, { 'A-visibility-1': 'rights' })).toBe(true)
  })

  test('by a right of a department above, not below', () => {
    const rules = withBareAsset()
    rules.store.sqlite.exec(`
      UPDATE departments SET parent_id = 10 WHERE id = 11;
      INSERT INTO asset_rights VALUES (${PACKSHOT}, 2, 10, 3)`)
    expect(sees(rules, VIEWER)).toBe(true)
    rules.store.sqlite.exec(`
      UPDATE departments SET parent_id = NULL WHERE id = 11;
      UPDATE departments SET parent_id = 11 WHERE id = 10`)
    expect(sees(rules, VIEWER)).toBe(false)
  })

  test.each([
    ['with a right on it', 3001],
    ['below one with a right', 3003],
    ['of the archive', 6004],
  ])('through a collection %s', (_name, collectionId) => {
    const rules = withBareAsset()
    put(rules, collectionId)
    expect(sees(rules, VIEWER)).toBe(true)
    expect(sees(rules, VIEWER, { 'A-visibility-1': 'rights' })).toBe(false)
  })

  test('not through a collection that the user does not see', () => {
    const rules = withBareAsset()
    put(rules, 3003)
    rules.store.sqlite.exec('DELETE FROM collection_rights')
    expect(sees(rules, VIEWER)).toBe(false)
    rules.store.sqlite.exec('UPDATE collections SET create_user = 1003 WHERE id = 3003')
    expect(sees(rules, VIEWER)).toBe(true)
  })

  test('not through an archive group in the variant own of A-17-2', () => {
    const rules = withBareAsset()
    put(rules, 6004)
    expect(sees(rules, VIEWER, { 'A-17-2': 'own' })).toBe(false)
    put(rules, 3001)
    expect(sees(rules, VIEWER, { 'A-17-2': 'own' })).toBe(true)
  })

  test('to its creator by rights alone in the variant rights of A-visibility-1', () => {
    const rules = withBareAsset()
    const variants = { 'A-visibility-1': 'rights' }
    expect(sees(rules, EDITOR, variants)).toBe(false)
    expect(sees(rules, 'owner@example.com', variants)).toBe(true)
  })
})

describe('findInvisibleAssets', () => {
  test('finds what does not exist or is invisible, in order, and as often as it is asked', () => {
    const { call } = withBareAsset()
    const made = call({ as: VIEWER })
    const asked = [UNKNOWN, 100_001, PACKSHOT, 100_003, UNKNOWN]
    expect(findInvisibleAssets(made, made.actor, asked)).toEqual([UNKNOWN, PACKSHOT, UNKNOWN])
    expect(made.read).toEqual(['A-visibility-1', 'A-17-2'])
  })

  test('decides for the given user, and reads no variant for an administrator', () => {
    const { call } = withBareAsset()
    const byViewer = call({ as: VIEWER })
    const owner = call().actor
    expect(findInvisibleAssets(byViewer, owner, [PACKSHOT, UNKNOWN])).toEqual([UNKNOWN])
    expect(byViewer.read).toEqual([])
    expect(findInvisibleAssets(byViewer, owner, [])).toEqual([])
  })
})
