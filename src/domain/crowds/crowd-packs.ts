import { and, eq, sql } from 'drizzle-orm'
import { JsonPieces, JsonText } from '../../contract/json-text.ts'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared, type Store } from '../../db/store.ts'
import { crowdMembers, crowdPacks } from '../../db/tables/world/crowds.ts'
import { type Refusal, refuse } from '../../kernel/errors.ts'
import type { Call } from '../call.ts'

/** What names a crowd pack: all three together (A-7-1). */
export interface PackName {
  id: number
  corpId: string
  source: string
}

const packByName = prepared((store) =>
  store.orm
    .select({ id: crowdPacks.id })
    .from(crowdPacks)
    .where(
      and(
        eq(crowdPacks.id, sql.placeholder('id')),
        eq(crowdPacks.corpId, sql.placeholder('corpId')),
        eq(crowdPacks.source, sql.placeholder('source')),
      ),
    )
    .prepare(),
)

const packById = prepared((store) =>
  store.orm
    .select({ id: crowdPacks.id })
    .from(crowdPacks)
    .where(eq(crowdPacks.id, sql.placeholder('id')))
    .prepare(),
)

const insertPack = prepared((store) =>
  store.orm.insert(crowdPacks).values(placeholdersFor(crowdPacks)).prepare(),
)

const updatePack = prepared((store) =>
  store.orm
    .update(crowdPacks)
    .set({
      selfAgent: sql`coalesce(${sql.placeholder('selfAgent')}, ${crowdPacks.selfAgent})`,
      isComplete: sql`coalesce(${sql.placeholder('isComplete')}, ${crowdPacks.isComplete})`,
    })
    .where(eq(crowdPacks.id, sql.placeholder('id')))
    .prepare(),
)

/**
 * Inserts members without ids: each new one gets the id after the highest, one that is there takes none.
 * `json_each` answers elements in their order, so no sorting is needed.
 */
const insertNewMembers = prepared((store) =>
  store.sqlite.prepare<{ packId: number; signs: string }>(
    `INSERT OR IGNORE INTO crowd_members (pack_id, sign)
     SELECT :packId, value FROM json_each(:signs)`,
  ),
)

const highestId = prepared((store) =>
  store.sqlite.prepare<[], number | null>('SELECT max(id) FROM crowd_members').pluck(),
)

const insertMember = prepared((store) =>
  store.orm.insert(crowdMembers).values(placeholdersFor(crowdMembers)).prepare(),
)

const deleteMember = prepared((store) =>
  store.orm
    .delete(crowdMembers)
    .where(eq(crowdMembers.id, sql.placeholder('id')))
    .prepare(),
)

/** As many members are made into JSON at once; a longer list is sent in pieces of this length. */
const MEMBERS_AT_A_TIME = 10_000

const membersAsJson = prepared((store) =>
  store.sqlite.prepare<
    { packId: number; after: number; upTo: number },
    { text: string; last: number | null }
  >(
    `SELECT json_group_array(json_object('id', id, 'crowdUniqueSign', sign) ORDER BY id) AS text,
       max(id) AS last
     FROM (
       SELECT id, sign FROM crowd_members
       WHERE pack_id = :packId AND id > :after AND id <= :upTo
       ORDER BY id LIMIT ${MEMBERS_AT_A_TIME})`,
  ),
)

const highestMemberId = prepared((store) =>
  store.sqlite
    .prepare<[number], number | null>('SELECT max(id) FROM crowd_members WHERE pack_id = ?')
    .pluck(),
)

/** The sign of no member: signs are not empty. */
const STAND_IN = ''

const deleteMembers = prepared((store) =>
  store.orm
    .delete(crowdMembers)
    .where(eq(crowdMembers.packId, sql.placeholder('id')))
    .prepare(),
)

const deletePack = prepared((store) =>
  store.orm
    .delete(crowdPacks)
    .where(eq(crowdPacks.id, sql.placeholder('id')))
    .prepare(),
)

/** Adds members to a pack; those already in it stay once (E7). */
export const addMembers = (
  call: Call,
  pack: PackName,
  signs: readonly string[],
  state: { selfAgent?: number | undefined; completeStatus?: boolean | undefined },
): true => {
  const { store } = call
  if (!packByName(store).get({ ...pack })) createOrRefuse(call, pack)
  updatePack(store).run({
    id: pack.id,
    selfAgent: state.selfAgent ?? null,
    isComplete: state.completeStatus === undefined ? null : Number(state.completeStatus),
  })
  insertMembers(store, pack.id, JSON.stringify(signs))
  return true
}

/**
 * Ids are never given twice. Where the last ones were deleted, a row with the last id stands in for them
 * while others are inserted.
 */
const insertMembers = (store: Store, packId: number, signs: string): void => {
  const lastId = takeIds(store, 'crowdMember', 0) - 1
  const needsStandIn = (highestId(store).get() ?? 0) < lastId
  if (needsStandIn) insertMember(store).run({ id: lastId, packId, sign: STAND_IN })
  const { changes } = insertNewMembers(store).run({ packId, signs })
  if (needsStandIn) deleteMember(store).run({ id: lastId })
  takeIds(store, 'crowdMember', changes)
}

/** All members that a pack has now, in order of insertion, as JSON of Crowd members (E10). */
export const listMembers = (call: Call, pack: PackName, field: string): JsonText | JsonPieces => {
  const { store } = call
  mustBePack(store, pack, field)
  const upTo = highestMemberId(store).get(pack.id) ?? 0
  const first = membersAsJson(store).get({ packId: pack.id, after: 0, upTo })
  if ((first?.last ?? 0) >= upTo) return new JsonText(first?.text ?? '[]')
  return new JsonPieces(() => memberPieces(store, pack.id, upTo))
}

/** Each piece is a query of its own, by key, so that other calls are answered in between. */
function* memberPieces(store: Store, packId: number, upTo: number): Generator<string> {
  let separator = '['
  let after = 0
  for (;;) {
    const piece = membersAsJson(store).get({ packId, after, upTo })
    if (!piece?.last) break
    yield separator + piece.text.slice(1, -1)
    separator = ','
    after = piece.last
  }
  yield separator === '[' ? '[]' : ']'
}

/** Deletes a pack with its members (E18). */
export const deleteCrowdPack = (call: Call, pack: PackName, field: string): true => {
  mustBePack(call.store, pack, field)
  deleteMembers(call.store).run({ id: pack.id })
  deletePack(call.store).run({ id: pack.id })
  return true
}

const mustBePack = (store: Store, pack: PackName, field: string): void => {
  if (!packByName(store).get({ ...pack })) throw unknownPack(field, pack)
}

const createOrRefuse = (call: Call, pack: PackName): void => {
  const { store, nowMs } = call
  const mayCreate = call.assume('A-7-1') === 'created' && !packById(store).get({ id: pack.id })
  if (!mayCreate) throw unknownPack('param.crowdPackId', pack)
  insertPack(store).run({ ...pack, name: '', selfAgent: 0, isComplete: false, createdAtMs: nowMs })
}

const unknownPack = (field: string, { id, corpId, source }: PackName): Refusal =>
  refuse.unknownCrowdPack(field, id, corpId, source)
