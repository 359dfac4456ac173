import { and, asc, eq, sql } from 'drizzle-orm'
import { boundNumber, qualified } from '../../db/sql.ts'
import { prepared } from '../../db/store.ts'
import {
  collectionAncestors,
  collectionRights,
  collections,
} from '../../db/tables/workspace/collections.ts'
import type { ActorContext } from '../call.ts'
import {
  accessTo,
  archiveGroupIsVisible,
  collectionIsMine,
  collectionParameters,
} from '../collection-access.ts'
import {
  type AccessReason,
  actorParameters,
  departmentName,
  MAX_REASONS,
  plainReason,
  reasonOfRight,
  reasonsOfUser,
  unitIncludesActor,
} from '../rights.ts'

const facts = prepared((store) =>
  store.orm
    .select({
      isMine: qualified(collectionIsMine()),
      isSeenGroup: qualified(
        sql<number>`(${collections.archivePath} IS NOT NULL AND ${archiveGroupIsVisible()})`,
      ),
    })
    .from(collections)
    .where(eq(collections.id, sql.placeholder('id')))
    .prepare(),
)

const rightsOnPath = prepared((store) =>
  store.orm
    .select({
      unitType: collectionRights.unitType,
      unitId: collectionRights.unitId,
      name: departmentName(collectionRights),
      rightOf: collectionRights.collectionId,
    })
    .from(collectionAncestors)
    .innerJoin(collectionRights, eq(collectionRights.collectionId, collectionAncestors.ancestorId))
    .where(
      and(
        eq(collectionAncestors.collectionId, sql.placeholder('id')),
        unitIncludesActor(collectionRights),
      ),
    )
    .orderBy(
      asc(collectionRights.unitType),
      asc(collectionRights.unitId),
      asc(collectionRights.collectionId),
    )
    .limit(boundNumber('limit'))
    .prepare(),
)

/** What a user may do with a collection, and why. */
export interface CollectionSharing {
  readonly sees: boolean
  /** Whether the rights of the user let E22 add to it. */
  readonly mayAdd: boolean
  readonly reasons: readonly AccessReason[]
}

/** Whether the acting user sees a collection as E1, or an archive group as E17, judges it, and why; undefined for an unknown one. */
export const sharingOfCollection = (
  call: ActorContext,
  id: number,
): CollectionSharing | undefined => {
  const row = facts(call.store).get({ id, ...collectionParameters(call, call.actor) })
  if (!row) return undefined
  // Undefined for an archive group that is no collection (A-17-2).
  const found = accessTo(call, id)
  const { sees, mayAdd } = found ?? { sees: row.isSeenGroup === 1, mayAdd: false }
  if (!sees) return { sees, mayAdd, reasons: [] }
  return {
    sees,
    mayAdd,
    reasons: found ? reasonsOf(call, id, row.isMine === 1) : [plainReason('archive')],
  }
}

const reasonsOf = ({ store, actor }: ActorContext, id: number, isMine: boolean): AccessReason[] => [
  ...reasonsOfUser(actor, isMine),
  ...rightsOnPath(store)
    .all({ id, limit: MAX_REASONS, ...actorParameters(actor) })
    .map(reasonOfRight),
]
