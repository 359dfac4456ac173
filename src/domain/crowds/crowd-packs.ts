import type { Refusal } from '../../contract/errors/refusal.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { JsonPieces } from '../../contract/json-pieces.ts'
import type { CrowdMember } from '../../contract/resources/marketing-shapes.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { insertInto } from '../../store/db/statements.ts'
import type { Store } from '../../store/db/store.ts'
import { crowdMembers, crowdPacks } from '../../store/db/tables/workspace/crowds.ts'
import type { ServiceContext } from '../call.ts'
import { deletePack, findPack, findPackById, newPackRow, type PackName } from './packs.ts'

const insertPack = insertInto(crowdPacks)

const UPDATE_PACK = `UPDATE crowd_packs SET self_agent = coalesce(?, self_agent), is_complete = coalesce(?, is_complete)
   WHERE id = ?`

/**
 * Inserts members without ids: each new member gets the next id; an existing member uses no id.
 * `json_each` returns elements in order, so no sorting is needed.
 */
const INSERT_NEW_MEMBERS = `INSERT OR IGNORE INTO crowd_members (pack_id, sign)
   SELECT :packId, value FROM json_each(:signs)`

const insertMember = insertInto(crowdMembers)

/** Maximum number of members that one query reads; a longer list is sent in pieces. */
const MEMBERS_AT_A_TIME = 50

/** 1 if a pack has more members than one query reads, else 0. */
const HAS_MANY_MEMBERS = `SELECT count(*) > ${MEMBERS_AT_A_TIME} FROM (
     SELECT 1 FROM crowd_members WHERE pack_id = ? LIMIT ${MEMBERS_AT_A_TIME + 1})`

const NEXT_MEMBERS = `SELECT id, sign AS crowdUniqueSign FROM crowd_members
   WHERE pack_id = :packId AND id > :after AND id <= :upTo
   ORDER BY id LIMIT ${MEMBERS_AT_A_TIME}`

const IS_COMPLETE = 'SELECT is_complete FROM crowd_packs WHERE id = ?'

const HIGHEST_ID = 'SELECT coalesce(max(id), 0) FROM crowd_members'

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
  const { selfAgent = null, completeStatus } = state
  // Without members it can still complete a pack.
  if (signs.length === 0 && completeStatus === undefined) call.warn('empty-list', 'crowdList')
  store.run(
    UPDATE_PACK,
    selfAgent,
    completeStatus === undefined ? null : Number(completeStatus),
    key,
  )
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
  const needsPlaceholder = (store.value<number>(HIGHEST_ID) ?? 0) < lastId
  if (needsPlaceholder) insertMember(store, { id: lastId, packId, sign: PLACEHOLDER })
  const { changes } = store.run(INSERT_NEW_MEMBERS, { packId, signs })
  if (needsPlaceholder) store.run('DELETE FROM crowd_members WHERE id = ?', lastId)
  takeIds(store, 'crowdMember', changes)
  return changes
}

/** All members of a pack in order of insertion; many come in pieces (E10). */
export const listMembers = (call: ServiceContext, pack: PackName): CrowdMember[] | JsonPieces => {
  const { store } = call
  const packId = findPack(store, pack)
  if (packId === undefined) throw unknownPack('crowdPackId', pack)
  const isHidden = call.variant('A-7-4') === 'when-complete' && !store.value(IS_COMPLETE, packId)
  const upTo = isHidden ? 0 : (store.value<number>(`${HIGHEST_ID} WHERE pack_id = ?`, packId) ?? 0)
  if (upTo === 0) call.outcome('empty-list')
  if (isHidden) return []
  if (store.value(HAS_MANY_MEMBERS, packId))
    return new JsonPieces(() => memberPieces(store, packId, upTo))
  return store.all<CrowdMember>(NEXT_MEMBERS, { packId, after: 0, upTo })
}

/** The members in several lists, each a query by key, so that other calls run in between. */
function* memberPieces(store: Store, packId: number, upTo: number): Generator<string> {
  let after = 0
  while (after < upTo) {
    const members = store.all<CrowdMember>(NEXT_MEMBERS, { packId, after, upTo })
    const last = members.at(-1)
    if (!last) break
    yield JSON.stringify(members)
    after = last.id
  }
}

export const deleteCrowdPack = (call: ServiceContext, pack: PackName): true => {
  const key = findPack(call.store, pack)
  if (key !== undefined) deletePack(call.store, key)
  else if (call.variant('A-7-1.deletion') === 'refused') throw unknownPack('id', pack)
  else call.warn('unknown-passed-over', 'id')
  return true
}

const createOrRefuse = (call: ServiceContext, { id, corpId, source }: PackName): number => {
  const { store, nowMs } = call
  const mayCreate = call.variant('A-7-1') === 'created' && findPackById(store, id) === undefined
  if (!mayCreate) throw unknownPack('crowdPackId', { id, corpId, source })
  const row = newPackRow(store, id)
  const facts = { name: '', selfAgent: 0, isComplete: false, createdAtMs: nowMs }
  insertPack(store, { ...row, corpId, source, ...facts })
  return row.id
}

const unknownPack = (field: string, { id, corpId, source }: PackName): Refusal =>
  refuse.unknownCrowdPack(field, id, corpId, source)
