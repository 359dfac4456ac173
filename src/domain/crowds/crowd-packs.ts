import { and, eq, sql } from 'drizzle-orm'
import { JsonPieces, JsonText } from '../../contract/json-text.ts'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared, type Store } from '../../db/store.ts'
import { crowdMembers, crowdPacks } from '../../db/tables/world/crowds.ts'
import { type Refusal, refuse } from '../../kernel/errors.ts'
import { distinct } from '../../kernel/lists.ts'
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

const insertNewMembers = prepared((store) =>
  store.sqlite.prepare<{ packId: number; firstId: number; signs: string }>(
    `INSERT INTO crowd_members (id, pack_id, sign)
     SELECT :firstId + key, :packId, value FROM json_each(:signs) ORDER BY key`,
  ),
)

const signsNotIn = prepared((store) =>
  store.sqlite
    .prepare<{ packId: number; signs: string }, string>(
      `SELECT asked.value FROM json_each(:signs) asked
       WHERE NOT EXISTS (
         SELECT 1 FROM crowd_members m WHERE m.pack_id = :packId AND m.sign = asked.value)
       ORDER BY asked.key`,
    )
    .pluck(),
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
  const fresh = signsNotIn(store).all({
    packId: pack.id,
    signs: JSON.stringify(distinct(signs)),
  })
  if (fresh.length > 0)
    insertNewMembers(store).run({
      packId: pack.id,
      firstId: takeIds(store, 'crowdMember', fresh.length),
      signs: JSON.stringify(fresh),
    })
  return true
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
