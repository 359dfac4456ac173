import { setImmediate } from 'node:timers/promises'
import { type VariableId, variantOf } from '../../contract/assumptions/index.ts'
import { prepared, type Store } from '../../db/store.ts'
import { sharingOfAsset } from '../../domain/assets/asset-sharing.ts'
import type { Actor, ActorContext } from '../../domain/call.ts'
import { sharingOfCollection } from '../../domain/collections/collection-sharing.ts'
import { findActorById } from '../../domain/users/actor.ts'
import { badRequest, notFound } from '../../errors/problem.ts'
import { mayCall } from '../../http/actor.ts'
import type { WorkspaceRecord } from '../../workspaces/workspace.ts'
import { counterOf } from '../rows.ts'
import type { AccessQuery, LibraryAccess } from './schema.ts'

const userPage = prepared((store) =>
  store.sqlite.prepare<{ after: number; limit: number }, { id: number; nickname: string }>(
    'SELECT id, nickname FROM users WHERE id > :after ORDER BY id LIMIT (:limit + 0)',
  ),
)

const countUsers = counterOf('users')

type Judged = Pick<LibraryAccess['users'][number], 'sees' | 'mayDownload' | 'mayAdd' | 'reasons'>

/** Users that are judged without a pause: one may take some 10 ms, where an asset is in thousands of collections. */
const WITHOUT_PAUSE = 10

/** Judges users one by one with the rules that operations have. */
export const judgeAccess = async (
  store: Store,
  { variants }: Pick<WorkspaceRecord, 'variants'>,
  query: AccessQuery,
  signal: AbortSignal,
): Promise<LibraryAccess> => {
  const judge = judgeOf(query)
  const { after = 0, limit } = query
  const rows = userPage(store).all({ after, limit: limit + 1 })
  const total = countUsers(store)
  // Not the workspace's own reader of variants: a look at who sees what touches none.
  const variant = <Id extends VariableId>(number: Id) => variantOf(number, variants)
  const users: LibraryAccess['users'] = []
  for (const [index, { id, nickname }] of rows.slice(0, limit).entries()) {
    if (index % WITHOUT_PAUSE === WITHOUT_PAUSE - 1) await setImmediate()
    // The database is not kept open when the call is over.
    if (signal.aborted) break
    const actor = findActorById(store, id)
    if (!actor) continue
    const { email, role, account } = actor
    users.push({ userId: id, email, nickname, role, account, ...judge({ store, variant, actor }) })
  }
  return { total, users, next: rows.length > limit ? (rows[limit - 1]?.id ?? null) : null }
}

const judgeOf = ({ asset, collection }: AccessQuery): ((call: ActorContext) => Judged) => {
  if (asset !== undefined && collection === undefined) return (call) => judgeAsset(call, asset)
  if (collection !== undefined && asset === undefined)
    return (call) => judgeCollection(call, collection)
  throw badRequest('query needs either asset or collection, with the id of one')
}

const judgeAsset = (call: ActorContext, id: number): Judged => {
  const sharing = sharingOfAsset(call, id)
  if (!sharing) throw notFound(`There is no asset ${id}`)
  return { ...sharing, mayAdd: null, reasons: [...sharing.reasons] }
}

const judgeCollection = (call: ActorContext, id: number): Judged => {
  const sharing = sharingOfCollection(call, id)
  if (!sharing) throw notFound(`There is no collection ${id}`)
  const mayAdd = sharing.mayAdd && mayWrite(call, call.actor)
  return { ...sharing, mayDownload: null, mayAdd, reasons: [...sharing.reasons] }
}

const mayWrite = ({ variant }: ActorContext, actor: Actor): boolean =>
  mayCall(actor, 'write', variant('A-auth-11'))
