import { randomUUID } from 'node:crypto'
import { randomSecret } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { findBy, insertInto } from '../store/db/statements.ts'
import type { Store } from '../store/db/store.ts'
import { grants } from '../store/db/tables/registry.ts'
import type { Registry } from './registry.ts'
import type { Workspace } from './workspace.ts'

/** Keys of object storage with their token, which a workspace has granted. */
export type Grant = typeof grants.$inferSelect

const grantByKey = findBy(grants, grants.accessKeyId)

const insertGrant = insertInto(grants)

const REMOVE_OLDEST = `DELETE FROM grants WHERE access_key_id IN (
  SELECT access_key_id FROM grants WHERE workspace_id = ? ORDER BY expires_at_ms DESC, rowid DESC LIMIT -1 OFFSET ?)`

/** Grants of object storage, in the registry; expired ones are kept to tell them from unknown ones. */
export class Grants {
  readonly #store: Store

  constructor({ store }: Registry) {
    this.#store = store
  }

  /** Issues a grant to a client; it ends together with the client's credentials. */
  issue({ id: workspaceId, clock }: Workspace, clientId: string | null, seconds: number): Grant {
    const grant = {
      accessKeyId: `STS.${workspaceId}${randomSecret().slice(0, 16)}`,
      accessKeySecret: randomSecret(),
      securityToken: `${workspaceId}-${randomUUID()}`,
      workspaceId,
      clientId,
      expiresAtMs: clock.now() + seconds * 1_000,
    }
    this.#store.transaction(() => {
      insertGrant(this.#store, grant)
      this.#store.run(REMOVE_OLDEST, workspaceId, LIMITS.tokens.max)
    })
    return grant
  }

  find(accessKeyId: string): Grant | undefined {
    return grantByKey(this.#store, accessKeyId)
  }
}

/** The bucket of a workspace: SDKs refuse shorter names and upper case. */
export const bucketOf = (workspaceId: string): string => `dam-${workspaceId}`
