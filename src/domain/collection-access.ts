import { eq, type SQL, sql } from 'drizzle-orm'
import { qualified } from '../db/qualified.ts'
import { prepared, type Store } from '../db/store.ts'
import {
  collectionAncestors,
  collectionRights,
  collections,
} from '../db/tables/workspace/collections.ts'
import type { Actor } from './call.ts'
import { actorParameters, unitIncludesActor } from './rights.ts'

const rightOnPath = (extra: SQL): SQL<number> =>
  sql<number>`EXISTS (
    SELECT 1 FROM ${collectionAncestors}
    JOIN ${collectionRights} ON ${collectionRights.collectionId} = ${collectionAncestors.ancestorId}
    WHERE ${collectionAncestors.collectionId} = ${collections.id}
      AND ${unitIncludesActor(collectionRights)} ${extra})`

const isMine = sql`(${sql.placeholder('admin')} = 1 OR ${collections.createUser} = ${sql.placeholder('actor')})`

/** The condition that the acting user sees a collection (A-1-5). */
export const collectionIsVisible = (): SQL<number> =>
  sql<number>`(${isMine} OR ${rightOnPath(sql``)})`

const accessTo = prepared((store) =>
  store.orm
    .select({
      mayAdd: qualified(
        sql<number>`(${isMine} OR ${rightOnPath(sql`AND ${collectionRights.mayAdd} = 1`)})`,
      ),
    })
    .from(collections)
    .where(eq(collections.id, sql.placeholder('id')))
    .prepare(),
)

/** Whether a user may add to a collection; undefined for an unknown collection. */
export const mayAddTo = (store: Store, actor: Actor, collectionId: number): boolean | undefined => {
  const row = accessTo(store).get({ id: collectionId, ...actorParameters(actor) })
  return row && row.mayAdd === 1
}
