import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { type VariableId, variantOf } from '../../contract/assumptions/index.ts'
import type { Store } from '../../db/store.ts'
import type { ActorContext } from '../../domain/call.ts'
import { sharingOfAsset, sharingOfCollection } from '../../domain/sharing.ts'
import { findActorById } from '../../domain/users/actor.ts'
import { badRequest, notFound } from '../../errors/problem.ts'
import { mayCall } from '../../http/actor.ts'
import type { WorkspaceRecord } from '../../workspaces/workspace.ts'
import { defineList, nextAfter } from '../lists.ts'
import type { AccessQuery, LibraryAccess } from './schema.ts'

const readUsers = defineList({
  row: Type.Object({ id: Type.Integer(), nickname: Type.String() }),
  from: 'users',
  begins: 'WHERE id > :after',
  order: 'id',
})

/** Users that are judged without a pause: one may take some 10 ms, where an asset is in thousands of collections. */
const WITHOUT_PAUSE = 10

/** Judges users one by one with the rules that operations have. */
export const judgeAccess = async (
  store: Store,
  { variants }: Pick<WorkspaceRecord, 'variants'>,
  { after = 0, limit, ...query }: AccessQuery,
  signal: AbortSignal,
): Promise<LibraryAccess> => {
  const page = readUsers(store, limit, { after })
  // Not the workspace's own reader of variants: a look at who sees what touches none.
  const variant = <Id extends VariableId>(number: Id) => variantOf(number, variants)
  const users: LibraryAccess['users'] = []
  for (const [index, { id, nickname }] of page.rows.entries()) {
    if (index % WITHOUT_PAUSE === WITHOUT_PAUSE - 1) await setImmediate()
    // The database is not kept open when the call is over.
    if (signal.aborted) break
    const actor = findActorById(store, id)
    if (!actor) continue
    const { email, role, account } = actor
    users.push({
      userId: id,
      email,
      nickname,
      role,
      account,
      ...judge({ store, variant, actor }, query),
    })
  }
  return { total: page.total, users, next: nextAfter(page) }
}

type Judged = Pick<LibraryAccess['users'][number], 'sees' | 'mayDownload' | 'mayAdd' | 'reasons'>

const judge = (
  call: ActorContext,
  { asset, collection }: Pick<AccessQuery, 'asset' | 'collection'>,
): Judged => {
  if ((asset === undefined) === (collection === undefined))
    throw badRequest('query needs either asset or collection, with the id of one')
  if (asset !== undefined) {
    const sharing = sharingOfAsset(call, asset)
    if (!sharing) throw notFound(`There is no asset ${asset}`)
    return { ...sharing, mayAdd: null }
  }
  const sharing = sharingOfCollection(call, collection ?? 0)
  if (!sharing) throw notFound(`There is no collection ${collection}`)
  const mayAdd = sharing.mayAdd && mayCall(call.actor, 'write', call.variant('A-auth-11'))
  return { ...sharing, mayDownload: null, mayAdd }
}
