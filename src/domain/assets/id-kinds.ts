import type { Refusal } from '../../contract/errors/refusal.ts'
import { refuse } from '../../contract/errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
import type { Store } from '../../store/db/store.ts'
import type { Actor, BareContext, ServiceContext } from '../call.ts'
import { otherKind } from '../existence.ts'
import { whyHidden } from '../users/explain-rights.ts'
import { findInvisibleAssets } from '../visibility.ts'

export interface RowsOfId {
  id: number
  assetId: number | null
  partOf: number | null
  atomId: number | null
  becameId: number | null
}

/** What an id means to a user, who may not see everything that has it. */
export interface IdMeaning {
  id: number
  assetId: number | null
  /** The asset whose file has this id, as its part or as the atom that it was made of. */
  fileOf: number | null
  isAtom: boolean
  becameId: number | null
}

const ROWS_BY_IDS = `SELECT asked.value AS id, assets.id AS assetId, part.asset_id AS partOf,
     atoms.id AS atomId, atoms.asset_id AS becameId
   FROM json_each(?) AS asked
   LEFT JOIN assets ON assets.id = asked.value
   LEFT JOIN sub_resources AS part ON part.id = asked.value
   LEFT JOIN atoms ON atoms.id = asked.value
   ORDER BY asked.key`

export const rowsOfIds = (store: Store, ids: readonly number[]): RowsOfId[] =>
  ids.length === 0 ? [] : store.all<RowsOfId>(ROWS_BY_IDS, JSON.stringify(ids))

/** What ids mean to a user, in order (A-id-1). An atom is hidden only by an asset that the user does not see. */
export const meaningsOf = (
  call: BareContext,
  actor: Actor,
  ids: readonly number[],
): IdMeaning[] => {
  const rows = rowsOfIds(call.store, ids)
  const named = rows.flatMap(({ assetId, partOf, becameId }) => [assetId, partOf, becameId])
  const hidden = new Set(findInvisibleAssets(call, actor, distinct(named.filter(isId))))
  const ifSeen = (id: number | null): number | null => (id === null || hidden.has(id) ? null : id)
  return rows.map(({ id, assetId, partOf, atomId, becameId }) => ({
    id,
    assetId: ifSeen(assetId),
    fileOf: ifSeen(partOf) ?? ifSeen(becameId),
    isAtom: atomId !== null && (becameId === null || !hidden.has(becameId)),
    becameId: ifSeen(becameId),
  }))
}

/** The asset that an id stands for where ids of the other kind are accepted (A-id-1): its own, or that of its file. */
export const assetMeant = ({ assetId, fileOf }: IdMeaning): number | null => assetId ?? fileOf

const isId = (id: number | null): id is number => id !== null

/**
 * Finds what ids mean of which some are `missing`: the user sees no asset with such an id. The id of a file counts as
 * that of its asset by variant of A-id-1; the others are in the order asked.
 */
export const assetsMeant = (
  call: ServiceContext,
  asked: readonly number[],
  missing: ReadonlySet<number>,
) => {
  const meanings = meaningsOf(call, call.actor, [...missing])
  const files = new Map(meanings.map(({ id, fileOf }) => [id, fileOf]))
  const isAccepted = meanings.some(isOfFile) && call.variant('A-id-1') === 'accepted'
  const assetOf = (id: number): number | null => {
    if (!missing.has(id)) return id
    return isAccepted ? (files.get(id) ?? null) : null
  }
  return {
    ids: asked.map(assetOf).filter(isId),
    others: meanings.filter(({ id }) => assetOf(id) === null),
  }
}

const isOfFile = ({ fileOf, isAtom }: IdMeaning): boolean => fileOf !== null || isAtom

/** The refusal of ids of which none is an asset for the user: of the kind of the first, and of unknown ones all. */
export const notAnAsset = (
  call: ServiceContext,
  field: string,
  others: readonly IdMeaning[],
): Refusal => {
  const [first] = others
  if (first && first.fileOf !== null) return refuse.fileForAsset(field, first.id, first.fileOf)
  if (first?.isAtom) return refuse.atomForAsset(field, first.id)
  const unknown = distinct(others.filter((one) => !isOfFile(one)).map(({ id }) => id))
  const hidden = rowsOfIds(call.store, unknown).find(({ assetId }) => assetId !== null)
  return refuse
    .unknownAsset(field, unknown)
    .with(otherKind(call, unknown))
    .because(whyHidden(call, hidden && `asset ${hidden.id}`))
}

/** Warns of ids that were left out where ids of assets belong: of files, of atoms and of nothing. */
export const warnOfFiles = (
  call: ServiceContext,
  field: string,
  asked: readonly number[],
  others: readonly IdMeaning[],
): void => {
  const meanings = new Map(others.map((meaning) => [meaning.id, meaning]))
  const existing = new Set(
    rowsOfIds(call.store, [...meanings.keys()])
      .filter(({ assetId }) => assetId !== null)
      .map(({ id }) => id),
  )
  for (const [index, id] of asked.entries()) {
    const meaning = meanings.get(id)
    if (!meaning || existing.has(id)) continue
    const ofFile = meaning.fileOf === null ? 'atom-id-for-asset' : 'file-id-for-asset'
    const meant = meaning.fileOf === null ? undefined : String(meaning.fileOf)
    call.warn(isOfFile(meaning) ? ofFile : 'unknown-passed-over', `${field}[${index}]`, meant)
  }
}
