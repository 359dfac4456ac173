import type { Refusal } from '../contract/errors/refusal.ts'
import type { ActorContext } from './call.ts'
import { accessTo, accessToAsset } from './visibility.ts'

/** Makes a check that refuses the ids of a list that have no row in a table. */
export const mustExist = (
  table: string,
  unknown: (field: string, ids: readonly number[]) => Refusal,
): ((call: ActorContext, field: string, ids: readonly number[]) => void) => {
  const ROW_BY_ID = `SELECT 1 FROM ${table} WHERE id = ?`
  return (call, field, ids) => {
    const missing = ids.filter((id) => call.store.value<number>(ROW_BY_ID, id) === undefined)
    if (missing.length > 0)
      throw unknown(field, [...new Set(missing)]).with(otherKind(call, missing))
  }
}

const KINDS = {
  assets: 'an asset',
  atoms: 'an atom',
  collections: 'a collection',
  content_groups: 'a content group',
  departments: 'a department',
  dimensions: 'a dimension',
  marketing_plans: 'a marketing plan',
  marketing_tasks: 'a marketing task',
  portal_blocks: 'a block',
  portal_contents: 'a content',
  portals: 'a portal',
  process_definitions: 'a process definition',
  users: 'a user',
}

/** An atom with an asset may belong to one that the user does not see. */
const KINDS_OF_ID = Object.entries(KINDS)
  .map(
    ([table, kind]) =>
      `SELECT '${kind}' WHERE EXISTS (SELECT 1 FROM ${table} WHERE id = :id${table === 'atoms' ? ' AND asset_id IS NULL' : ''})`,
  )
  .join(' UNION ALL ')

/** Says of what else an unknown id is the id, as the end of a sentence: `; 51 is a portal`. It leaves out what the user does not see. */
export const otherKind = (call: ActorContext, ids: readonly number[]): string => {
  const [id] = ids
  if (id === undefined || ids.length > 1) return ''
  const kinds = call.store.values<string>(KINDS_OF_ID, { id }).filter((kind) => {
    if (kind === KINDS.assets) return accessToAsset(call, id)?.sees
    return kind !== KINDS.collections || accessTo(call, id)?.sees
  })
  return kinds.length === 0 ? '' : `; ${id} is ${kinds.join(' and ')}`
}
