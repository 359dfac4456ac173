import { refuse } from '../../contract/errors/refusals.ts'
import type { ApprovalRequest } from '../../contract/resources/approval-shapes.ts'
import { distinct } from '../../kernel/lists.ts'
import type { Store } from '../../store/db/store.ts'
import {
  assetMeant,
  type IdMeaning,
  meaningsOf,
  notAnAsset,
  rowsOfIds,
} from '../assets/id-kinds.ts'
import { findAtoms, ingestAtoms } from '../assets/ingest.ts'
import type { Actor, ServiceContext } from '../call.ts'
import { otherKind } from '../existence.ts'
import { findInvisibleAssets, seesEveryAsset } from '../visibility.ts'

export interface ApprovalObject {
  objectId: number
  assetId: number | null
}

type Taken = 'atoms-and-assets' | 'assets' | 'atoms'

const OBJECTS_BY_APPROVAL = `SELECT object_id AS objectId, asset_id AS assetId FROM approval_objects
   WHERE approval_id = ? ORDER BY object_id`

export const objectsOf = (store: Store, approvalId: number): ApprovalObject[] =>
  store.all<ApprovalObject>(OBJECTS_BY_APPROVAL, approvalId)

/** The objects of a request, each once, which a user must see (A-9-7). */
export const resolveObjects = (
  call: ServiceContext,
  user: Actor,
  objects: ApprovalRequest['objects'] = [],
): ApprovalObject[] => {
  if (objects.length === 0) {
    call.warn('empty-list', 'objects')
    return []
  }
  const ids = distinct(objects)
  const taken = call.variant('A-9-7')
  if (taken === 'any')
    return rowsOfIds(call.store, ids).map(({ id, assetId, becameId }) => ({
      objectId: id,
      assetId: assetId ?? becameId,
    }))
  // For other users the variants of visibility count only where an id is of an asset, which is known after a look at its rows.
  if (taken === 'atoms' || !seesEveryAsset(user)) return otherObjects(call, user, ids, taken)
  const invisible = findInvisibleAssets(call, user, ids)
  const others = new Map(
    otherObjects(call, user, invisible, taken).map((object) => [object.objectId, object]),
  )
  return ids.map((id) => others.get(id) ?? { objectId: id, assetId: id })
}

/** The objects with any ids, each with a look at all rows that it may be of. */
const otherObjects = (
  call: ServiceContext,
  user: Actor,
  ids: readonly number[],
  taken: Taken,
): ApprovalObject[] => {
  const meanings = meaningsOf(call, user, ids)
  return meanings.map((meaning) => ({
    objectId: meaning.id,
    assetId: isTaken(meaning, taken)
      ? assetOf(meaning, taken)
      : acceptedAsset(call, meaning, taken, { user, meanings }),
  }))
}

const isTaken = ({ assetId, isAtom }: IdMeaning, taken: Taken): boolean =>
  (assetId !== null && taken !== 'atoms') || (isAtom && taken !== 'assets')

/** The asset of an object; null for an atom that has no asset yet. */
const assetOf = ({ assetId, becameId }: IdMeaning, taken: Taken): number | null =>
  taken === 'atoms' ? becameId : (assetId ?? becameId)

/** The asset that an id of the other kind stands for, by variant of A-id-1. */
const acceptedAsset = (
  call: ServiceContext,
  meaning: IdMeaning,
  taken: Taken,
  { user, meanings }: { user: Actor; meanings: readonly IdMeaning[] },
): number => {
  const { id, assetId, fileOf } = meaning
  const known = assetMeant(meaning)
  if (known !== null && call.variant('A-id-1') === 'accepted') return known
  const unknown = meanings.filter((one) => one.assetId === null && !one.isAtom)
  const ids = unknown.map((one) => one.id)
  if (taken === 'atoms')
    throw assetId === null ? refuse.unknownAtom('objects', ids) : refuse.assetForAtom('objects', id)
  if (taken === 'assets' || fileOf !== null) throw notAnAsset(call, 'objects', [meaning])
  const hidden = rowsOfIds(call.store, ids).find((row) => row.assetId !== null)
  const why =
    hidden &&
    `asset ${hidden.id} exists, but user ${user.id} (${user.role}) does not see it; submit what the submitter and the acting user see`
  throw refuse.unknownObject('objects', ids).with(otherKind(call, ids)).because(why)
}

/** Makes assets of the atoms among an approval's objects, which the submitter owns (A-9-8). */
export const ingestObjects = (
  store: Store,
  { id, submitter }: { id: number; submitter: number },
  nowMs: number,
): void => {
  const waiting = objectsOf(store, id).filter(({ assetId }) => assetId === null)
  const atomIds = waiting.map(({ objectId }) => objectId)
  ingestAtoms({ store, nowMs, ownerId: submitter }, findAtoms(store, atomIds))
}
