import type { TSchema } from '@sinclair/typebox'
import { foldCase } from '../kernel/text.ts'
import { columnName } from '../store/db/statements.ts'
import { PACK_WIRE_ID } from '../store/db/tables/workspace/crowds.ts'

interface StoredKey {
  readonly from: string
  readonly column: string
  /** The element that has the key, and the column of its id; absent where the key is its id. */
  readonly owner?: { readonly thing: string; readonly column: string }
  readonly fold?: (value: unknown) => unknown
}

const idOf = (kind: string): StoredKey => ({ from: columnName(kind), column: 'id' })

export const THINGS = {
  departments: idOf('departments'),
  dimensions: idOf('dimensions'),
  dataRoleIds: idOf('dataRoles'),
  dataRoles: { from: 'data_roles', column: 'code', owner: { thing: 'dataRoleIds', column: 'id' } },
  users: idOf('users'),
  emails: {
    from: 'users',
    column: 'email_folded',
    owner: { thing: 'users', column: 'id' },
    fold: (email: unknown) => foldCase(String(email)),
  },
  assets: idOf('assets'),
  files: { from: 'sub_resources', column: 'id', owner: { thing: 'assets', column: 'asset_id' } },
  atoms: idOf('atoms'),
  collections: idOf('collections'),
  processDefinitions: idOf('processDefinitions'),
  approvals: idOf('approvals'),
  crowdPacks: { from: '(SELECT * FROM crowd_packs WHERE is_deleted = 0)', column: PACK_WIRE_ID },
  portals: idOf('portals'),
  portalCodes: { from: 'portals', column: 'code', owner: { thing: 'portals', column: 'id' } },
  blocks: { from: 'portal_blocks', column: 'id', owner: { thing: 'portals', column: 'portal_id' } },
  contents: {
    from: 'portal_contents c JOIN portal_blocks b ON b.id = c.block_id',
    column: 'c.id',
    owner: { thing: 'portals', column: 'b.portal_id' },
  },
  marketingPlans: idOf('marketingPlans'),
  contentGroups: idOf('contentGroups'),
  marketingTasks: idOf('marketingTasks'),
  metadataFields: { from: 'metadata_fields', column: 'code' },
  socialPosts: idOf('socialPosts'),
  uploads: idOf('uploads'),
  paths: { from: 'uploads', column: 'file_path', owner: { thing: 'uploads', column: 'id' } },
} as const satisfies Record<string, StoredKey>

export type Thing = keyof typeof THINGS

export const storedKeyOf = (thing: Thing): StoredKey => THINGS[thing]

const MEANING = Symbol('meaning in a seed')

interface Meaning {
  /** The thing of which each value is there once. */
  readonly key?: Thing
  readonly names?: readonly Thing[]
  /** The property in which the elements of a list differ; empty for the elements themselves. */
  readonly differsIn?: string
  readonly isFile?: true
}

export const meaning = <T extends TSchema>(schema: T, of: Meaning): T => ({
  ...schema,
  [MEANING]: of,
})

export const meaningOf = (schema: object): Meaning =>
  (schema as { [MEANING]?: Meaning })[MEANING] ?? {}
