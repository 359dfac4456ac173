import { eq, sql } from 'drizzle-orm'
import { JsonPieces } from '../../contract/json-pieces.ts'
import type { CrowdMember } from '../../contract/resources/crowd-member.ts'
import { takeIds } from '../../db/sequences.ts'
import { placeholdersFor } from '../../db/sql.ts'
import { prepared, type Store } from '../../db/store.ts'
import { crowdMembers, crowdPacks } from '../../db/tables/workspace/crowds.ts'
import type { Refusal } from '../../errors/refusal.ts'
import { refuse } from '../../errors/refusals.ts'
import type { ServiceContext } from '../call.ts'
import { deletePack, findPack, findPackById, newPackRow, type PackName } from './packs.ts'

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
 * Inserts members without ids: each new one gets the id after the highest, an existing one uses none.
 * `json_each` returns elements in order, so no sorting is needed.
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

/** Maximum number of members that one query reads; a longer list is sent in pieces. */
const MEMBERS_AT_A_TIME = 50

/** Whether a pack has more members than one query reads, as 0 or 1. */
const hasManyMembers = prepared((store) =>
  store.sqlite
    .prepare<[number], 0 | 1>(
      `SELECT count(*) > ${MEMBERS_AT_A_TIME} FROM (
         SELECT 1 FROM crowd_members WHERE pack_id = ? LIMIT ${MEMBERS_AT_A_TIME + 1})`,
    )
    .pluck(),
)

const nextMembers = prepared((store) =>
  store.sqlite.prepare<{ packId: number; after: number; upTo: number }, CrowdMember>(
    `SELECT id, sign AS crowdUniqueSign FROM crowd_members
     WHERE pack_id = :packId AND id > :after AND id <= :upTo
     ORDER BY id LIMIT ${MEMBERS_AT_A_TIME}`,
  ),
)

/** Whether a pack is complete, as 0 or 1. */
const isComplete = prepared((store) =>
  store.sqlite
    .prepare<[number], number>('SELECT is_complete FROM crowd_packs WHERE id = ?')
    .pluck(),
)

const highestMemberId = prepared((store) =>
  store.sqlite
    .prepare<[number], number | null>('SELECT max(id) FROM crowd_members WHERE pack_id = ?')
    .pluck(),
)

/** The sign of a placeholder row; signs of members are not empty. */
const PLACEHOLDER = ''

/** Adds members to a pack; those already in it stay once (E7). */
export const addMembers = (
  call: ServiceContext,
  pack: PackName,
  signs: readonly string[],
  state: { selfAgent?: number | undefined; completeStatus?: boolean | undefined },
): true => {
  const { store } = call
  const key = findPack(store, pack) ?? createOrRefuse(call, pack)
  updatePack(store).run({
    id: key,
    selfAgent: state.selfAgent ?? null,
    isComplete: state.completeStatus === undefined ? null : Number(state.completeStatus),
  })
  const added = insertMembers(store, key, JSON.stringify(signs))
  if (added < signs.length) call.outcome('known-member')
  return true
}

/**
 * Inserts members with new ids, and returns the number of new ones. Ids are never reused: when the members with the last ids were deleted, a
 * placeholder row with the last id is present during the insert.
 */
const insertMembers = (store: Store, packId: number, signs: string): number => {
  const lastId = takeIds(store, 'crowdMember', 0) - 1
  const needsPlaceholder = (highestId(store).get() ?? 0) < lastId
  if (needsPlaceholder) insertMember(store).run({ id: lastId, packId, sign: PLACEHOLDER })
  const { changes } = insertNewMembers(store).run({ packId, signs })
  if (needsPlaceholder) deleteMember(store).run({ id: lastId })
  takeIds(store, 'crowdMember', changes)
  return changes
}

/** All members of a pack in order of insertion; many come in pieces (E10). */
export const listMembers = (call: ServiceContext, pack: PackName): CrowdMember[] | JsonPieces => {
  const { store } = call
  const packId = keyOrRefuse(store, pack, 'crowdPackId')
  const isHidden = call.variant('A-7-4') === 'when-complete' && !isComplete(store).get(packId)
  const upTo = isHidden ? 0 : (highestMemberId(store).get(packId) ?? 0)
  if (upTo === 0) call.outcome('empty-list')
  if (isHidden) return []
  if (hasManyMembers(store).get(packId))
    return new JsonPieces(() => memberPieces(store, packId, upTo))
  return nextMembers(store).all({ packId, after: 0, upTo })
}

/** The members in several lists, each a query by key, so that other calls run in between. */
function* memberPieces(store: Store, packId: number, upTo: number): Generator<string> {
  let after = 0
  while (after < upTo) {
    const members = nextMembers(store).all({ packId, after, upTo })
    const last = members.at(-1)
    if (!last) break
    yield JSON.stringify(members)
    after = last.id
  }
}

/** Deletes a pack with its members (E18). */
export const deleteCrowdPack = (call: ServiceContext, pack: PackName): true => {
  const key = findPack(call.store, pack)
  if (key !== undefined) deletePack(call.store, key)
  else if (call.variant('A-7-1.deletion') === 'refused') throw unknownPack('id', pack)
  else call.warn('unknown-passed-over', 'id')
  return true
}

const keyOrRefuse = (store: Store, pack: PackName, field: string): number => {
  const key = findPack(store, pack)
  if (key === undefined) throw unknownPack(field, pack)
  return key
}

const createOrRefuse = (call: ServiceContext, { id, corpId, source }: PackName): number => {
  const { store, nowMs } = call
  const mayCreate = call.variant('A-7-1') === 'created' && findPackById(store, id) === undefined
  if (!mayCreate) throw unknownPack('crowdPackId', { id, corpId, source })
  const row = newPackRow(store, id)
  insertPack(store).run({
    ...row,
    corpId,
    source,
    name: '',
    selfAgent: 0,
    isComplete: false,
    createdAtMs: nowMs,
  })
  return row.id
}

const unknownPack = (field: string, { id, corpId, source }: PackName): Refusal =>
  refuse.unknownCrowdPack(field, id, corpId, source)
