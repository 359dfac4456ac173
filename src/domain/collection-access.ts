import { eq, type SQL, sql } from 'drizzle-orm'
import { qualified } from '../db/sql.ts'
import { prepared } from '../db/store.ts'
import {
  collectionAncestors,
  collectionRights,
  collections,
} from '../db/tables/workspace/collections.ts'
import type { Actor, ActorContext, BareContext } from './call.ts'
import { actorParameters, unitIncludesActor } from './rights.ts'

const rightOnPath = (extra: SQL): SQL<number> =>
  sql<number>`EXISTS (
    SELECT 1 FROM ${collectionAncestors}
    JOIN ${collectionRights} ON ${collectionRights.collectionId} = ${collectionAncestors.ancestorId}
    WHERE ${collectionAncestors.collectionId} = ${collections.id}
      AND ${unitIncludesActor(collectionRights)} ${extra})`

const isMine = sql`(${sql.placeholder('admin')} = 1
  OR ${collections.createUser} = ${sql.placeholder('actor')})`

/** Whether archive groups are no collections (A-17-2). */
const isApart = sql`${sql.placeholder('archiveIsApart')} = 1`

const isCollection = sql`NOT (${isApart} AND ${collections.archivePath} IS NOT NULL)`

/** The condition that the acting user sees a collection (A-visibility-1); see {@link collectionParameters}. */
export const collectionIsVisible = (): SQL<number> =>
  sql<number>`(${isCollection} AND (${isMine} OR ${rightOnPath(sql``)}))`

/** The condition that the acting user sees an archive group (A-visibility-1); see {@link collectionParameters}. */
export const archiveGroupIsVisible = (): SQL<number> =>
  sql<number>`(${isApart} OR ${collectionIsVisible()})`

/** The parameters of conditions about collections that a user sees. */
export const collectionParameters = (call: Pick<BareContext, 'variant'>, actor: Actor) => ({
  archiveIsApart: call.variant('A-17-2') === 'own' ? 1 : 0,
  ...actorParameters(actor),
})

const accessById = prepared((store) =>
  store.orm
    .select({
      sees: qualified(collectionIsVisible()),
      mayAdd: qualified(
        sql<number>`(${isMine} OR ${rightOnPath(sql`AND ${collectionRights.mayAdd} = 1`)})`,
      ),
    })
    .from(collections)
    .where(sql`${eq(collections.id, sql.placeholder('id'))} AND ${isCollection}`)
    .prepare(),
)

/** Whether the acting user sees a collection and may add to it; undefined for an unknown one. */
export const accessTo = (call: ActorContext, id: number) => {
  const row = accessById(call.store).get({ id, ...collectionParameters(call, call.actor) })
  return row && { sees: row.sees === 1, mayAdd: row.mayAdd === 1 }
}
