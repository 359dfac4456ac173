import { and, asc, eq, sql } from 'drizzle-orm'
import { boundNumber, qualified } from '../db/sql.ts'
import { findBy } from '../db/statements.ts'
import { prepared } from '../db/store.ts'
import { assetRights, assets } from '../db/tables/workspace/assets.ts'
import {
  collectionAncestors,
  collectionRights,
  collections,
} from '../db/tables/workspace/collections.ts'
import { dataRoles, departments } from '../db/tables/workspace/users.ts'
import { collectionsOfAssets } from './assets/asset-collections.ts'
import type { ActorContext } from './call.ts'
import {
  accessTo,
  actorParameters,
  assetIsDownloadable,
  assetIsVisible,
  assetParameters,
  UNIT_TYPES,
  unitIncludesActor,
} from './visibility.ts'

/** Why a user sees something: the role, the creation, a right, a collection that holds it, or that everyone sees archive groups. */
export const REASON_KINDS = [
  'administrator',
  'creator',
  'user',
  'department',
  'everyone',
  'collection',
  'archive',
] as const

/** A reason why a user sees something. */
interface AccessReason {
  kind: (typeof REASON_KINDS)[number]
  /** Id of the user, department or collection. */
  id: number | null
  /** Name of the department or collection. */
  name: string | null
  /** Name of the role that a right on an asset gives. */
  role: string | null
  /** The collection that has the right: the one asked about, or one above it. */
  rightOf: number | null
}

/** Maximum number of rights or collections that are listed as reasons of one user. */
const MAX_REASONS = 10

const reason = (
  kind: AccessReason['kind'],
  facts: Partial<Omit<AccessReason, 'kind'>> = {},
): AccessReason => ({ kind, id: null, name: null, role: null, rightOf: null, ...facts })

/** What every right says of its unit; only a department has a name. */
const unitOf = (right: typeof assetRights | typeof collectionRights) => ({
  kind: sql<AccessReason['kind']>`CASE ${right.unitType}
    WHEN ${sql.raw(String(UNIT_TYPES.user))} THEN 'user'
    WHEN ${sql.raw(String(UNIT_TYPES.department))} THEN 'department' ELSE 'everyone' END`,
  id: sql<number>`${right.unitId}`,
  name: sql<string | null>`CASE ${right.unitType} WHEN ${sql.raw(String(UNIT_TYPES.department))}
    THEN (SELECT ${departments.name} FROM ${departments} WHERE ${departments.id} = ${right.unitId}) END`,
})

const assetById = findBy(assets, assets.id)

const accessToAsset = prepared((store) =>
  store.orm
    .select({
      sees: qualified(assetIsVisible()),
      mayDownload: qualified(assetIsDownloadable()),
    })
    .from(assets)
    .where(eq(assets.id, sql.placeholder('id')))
    .prepare(),
)

const rightsOnAsset = prepared((store) =>
  store.orm
    .select({ ...unitOf(assetRights), role: dataRoles.name })
    .from(assetRights)
    .innerJoin(dataRoles, eq(dataRoles.id, assetRights.dataRoleId))
    .where(and(eq(assetRights.assetId, sql.placeholder('id')), unitIncludesActor(assetRights)))
    .orderBy(asc(assetRights.unitType), asc(assetRights.unitId), asc(dataRoles.id))
    .limit(boundNumber('limit'))
    .prepare(),
)

/** Whether the acting user sees an asset as E4 judges it, and why (A-visibility-1); undefined for an unknown asset. */
export const sharingOfAsset = (call: ActorContext, id: number) => {
  const { store, actor } = call
  const parameters = assetParameters(call, actor)
  const asset = assetById(store, id)
  const access = accessToAsset(store).get({ id, ...parameters })
  if (!(asset && access)) return undefined
  const mayDownload = access.mayDownload === 1
  if (access.sees !== 1) return { sees: false, mayDownload, reasons: [] }
  const isShared = parameters.collectionsShare === 1
  const holders = isShared ? (collectionsOfAssets(call, [id]).get(id) ?? []) : []
  const reasons = [
    ...reasonsOfUser(call, isShared ? asset.createUser : undefined),
    ...rightsOnAsset(store)
      .all({ id, limit: MAX_REASONS, ...actorParameters(actor) })
      .map(({ kind, ...facts }) => reason(kind, facts)),
    ...holders
      .slice(0, MAX_REASONS)
      .map((holder) => reason('collection', { id: holder.id, name: holder.groupName })),
  ]
  return { sees: true, mayDownload, reasons }
}

const collectionById = findBy(collections, collections.id)

const rightsOnPath = prepared((store) =>
  store.orm
    .select({ ...unitOf(collectionRights), rightOf: collectionRights.collectionId })
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

/** Whether the acting user sees a collection as E1 judges it, and why; undefined for an unknown one. */
export const sharingOfCollection = (call: ActorContext, id: number) => {
  const { store, actor } = call
  const collection = collectionById(store, id)
  if (!collection) return undefined
  const access = accessTo(call, id)
  // An archive group that is no collection, which everybody sees (A-17-2).
  if (!access) return { sees: true, mayAdd: false, reasons: [reason('archive')] }
  if (!access.sees) return { ...access, reasons: [] }
  const reasons = [
    ...reasonsOfUser(call, collection.createUser),
    ...rightsOnPath(store)
      .all({ id, limit: MAX_REASONS, ...actorParameters(actor) })
      .map(({ kind, ...facts }) => reason(kind, facts)),
  ]
  return { ...access, reasons }
}

/** The reasons that a user is: an administrator, or who created it. */
const reasonsOfUser = ({ actor }: ActorContext, creator: number | undefined): AccessReason[] => [
  ...(actor.role === 'administrator' ? [reason('administrator')] : []),
  ...(actor.id === creator ? [reason('creator')] : []),
]
