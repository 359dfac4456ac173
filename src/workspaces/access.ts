import { conflict } from '../contract/errors/problem.ts'
import { refuse } from '../contract/errors/refusals.ts'
import type { IssuedTokens } from '../contract/supporting/issued-tokens.ts'
import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { randomSecret, randomToken } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { equalsSecretly } from '../kernel/signature.ts'
import { findBy, insertInto } from '../store/db/statements.ts'
import type { Store } from '../store/db/store.ts'
import { clients, portalApps, tokens } from '../store/db/tables/registry.ts'
import type { Registry } from './registry.ts'
import type { Workspace } from './workspace.ts'

type TokenRow = typeof tokens.$inferSelect
type FoundToken = Pick<TokenRow, 'workspaceId' | 'clientId' | 'expiresAtMs'>

export interface Credentials {
  clientId: string
  clientKey: string
  /** A token that never expires; absent in staging. */
  accessToken?: string | undefined
  appKey: string
  appSecret: string
}

export const randomCredentials = (workspaceId: string) => ({
  clientId: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  clientKey: randomSecret(),
  accessToken: randomToken(workspaceId),
  appKey: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  appSecret: randomSecret(),
})

export const isWellKnown = ({ clientKey, accessToken, appSecret }: Credentials): boolean =>
  clientKey === WELL_KNOWN_CREDENTIALS.clientKey ||
  accessToken?.slice(8) === WELL_KNOWN_CREDENTIALS.accessToken.slice(8) ||
  appSecret === WELL_KNOWN_CREDENTIALS.appSecret

/** Lifetimes of tokens in seconds, by the clock of their workspace. */
export interface TokenLifetimes {
  accessTokenSeconds: number
  refreshTokenSeconds: number
}

const clientById = findBy(clients, clients.clientId)

const FIND_TOKEN = `SELECT workspace_id AS workspaceId, client_id AS clientId, expires_at_ms AS expiresAtMs
  FROM tokens WHERE token = ? AND kind = ?`

const CREDENTIALS = `SELECT client_id AS clientId, client_key AS clientKey, app_key AS appKey, app_secret AS appSecret
  FROM clients JOIN portal_apps USING (workspace_id) WHERE workspace_id = ?
  ORDER BY clients.rowid DESC, portal_apps.rowid DESC`

const PERMANENT_TOKEN = `SELECT token FROM tokens
  WHERE workspace_id = ? AND kind = 'access' AND expires_at_ms IS NULL ORDER BY rowid DESC`

/** The permanent tokens, and all of other clients. */
const REMOVE_TOKENS_OF_OTHERS = `DELETE FROM tokens
  WHERE workspace_id = :workspaceId AND (expires_at_ms IS NULL OR client_id <> :clientId)`

/** Grants of earlier versions have no client. */
const REMOVE_GRANTS_OF_OTHERS =
  'DELETE FROM grants WHERE workspace_id = :workspaceId AND client_id IS NOT :clientId'

const REMOVE_OTHER_CLIENTS =
  'DELETE FROM clients WHERE workspace_id = :workspaceId AND client_id <> :clientId'

const REMOVE_OTHER_APPS =
  'DELETE FROM portal_apps WHERE workspace_id = :workspaceId AND app_key <> :appKey'

const replaceClient = insertInto(clients, { insert: 'REPLACE' })

const replaceApp = insertInto(portalApps, { insert: 'REPLACE' })

const insertToken = insertInto(tokens, { insert: 'INSERT OR IGNORE' })

/** How long an expired token is distinguished from an unknown one. */
const REMEMBER_EXPIRED_MS = 30 * 86_400_000

/** Access to workspaces: clients, portal apps and the tokens issued to them, in the registry. */
export class Access {
  readonly #store: Store
  readonly #lifetimes: TokenLifetimes

  constructor({ store }: Registry, lifetimes: TokenLifetimes) {
    this.#store = store
    this.#lifetimes = lifetimes
  }

  /** The state of an access token; a token of another workspace is unknown. */
  judgeToken(workspace: Workspace, token: string): 'valid' | 'unknown' | 'expired' {
    const row = this.#findToken(token, 'access')
    if (row?.workspaceId !== workspace.id) return 'unknown'
    if (row.expiresAtMs === null || workspace.clock.now() < row.expiresAtMs) return 'valid'
    return 'expired'
  }

  /** The client that an access token was issued for; null for an unknown token. */
  clientOfToken(token: string): string | null {
    return this.#findToken(token, 'access')?.clientId ?? null
  }

  /** The secret of a portal app; undefined when the workspace has no such app. */
  secretOfApp(workspace: Workspace, appKey: string): string | undefined {
    const query = 'SELECT app_secret FROM portal_apps WHERE app_key = ? AND workspace_id = ?'
    return this.#store.value(query, appKey, workspace.id)
  }

  workspaceOfClient(clientId: string): string | undefined {
    return clientById(this.#store, clientId)?.workspaceId
  }

  workspaceOfRefreshToken(token: string): string | undefined {
    return this.#findToken(token, 'refresh')?.workspaceId
  }

  /** Issues tokens for a client id and its key; a wrong id and a wrong key have the same refusal, with the hint of the caller. */
  issueTokens(
    workspace: Workspace,
    given: { clientId: string; clientKey: string },
    hint = () => '',
  ): IssuedTokens {
    const client = clientById(this.#store, given.clientId)
    const isRight = equalsSecretly(given.clientKey, client?.clientKey ?? '')
    if (client?.workspaceId !== workspace.id || !isRight) throw refuse.wrongClient(hint())
    return this.#store.transaction(() => this.#issue(workspace, client.clientId))
  }

  /** Issues tokens for a refresh token; whether that can be used again is A-auth-8. */
  refreshTokens(workspace: Workspace, refreshToken: string, hint?: string): IssuedTokens {
    const row = this.#findToken(refreshToken, 'refresh')
    const isOver = row?.expiresAtMs != null && row.expiresAtMs <= workspace.clock.now()
    if (row?.workspaceId !== workspace.id || isOver) throw refuse.badRefreshToken(hint)
    return this.#store.transaction(() => {
      if (workspace.variant('A-auth-8') === 'once') this.removeToken(refreshToken)
      return this.#issue(workspace, row.clientId)
    })
  }

  /** Gives a workspace its only credentials; only tokens and grants that were issued for this id and key stay. */
  grant(workspaceId: string, given: Credentials): void {
    const { clientId, clientKey, appKey } = given
    const client = clientById(this.#store, clientId)
    const owner = client?.workspaceId ?? workspaceId
    if (owner !== workspaceId)
      throw conflict(`the client id ${clientId} belongs to the workspace ${owner}`)
    const isSameKey = client?.clientKey === clientKey
    const store = this.#store
    store.transaction(() => {
      if (isSameKey) {
        store.run(REMOVE_TOKENS_OF_OTHERS, { workspaceId, clientId })
        store.run(REMOVE_GRANTS_OF_OTHERS, { workspaceId, clientId })
      } else {
        store.run('DELETE FROM tokens WHERE workspace_id = ?', workspaceId)
        store.run('DELETE FROM grants WHERE workspace_id = ?', workspaceId)
      }
      store.run(REMOVE_OTHER_CLIENTS, { workspaceId, clientId })
      store.run(REMOVE_OTHER_APPS, { workspaceId, appKey })
      this.#put(workspaceId, given)
    })
  }

  /** Gives a workspace additional credentials; the existing ones stay valid. */
  addCredentials({ id }: Workspace): ReturnType<typeof randomCredentials> {
    const { max } = LIMITS.credentialSets
    const count = this.#store.value('SELECT count(*) FROM clients WHERE workspace_id = ?', id)
    if (Number(count) >= max)
      throw conflict(
        `The workspace already has ${max} sets of credentials; delete the earlier ones first`,
      )
    const made = randomCredentials(id)
    this.#store.transaction(() => this.#put(id, made))
    return made
  }

  /** Ends all credentials of a workspace but the newest, and the tokens and grants issued for them. */
  removeEarlier(workspace: Workspace): void {
    const newest = this.credentialsOf(workspace)
    if (newest) this.grant(workspace.id, newest)
  }

  #put(workspaceId: string, given: Credentials): void {
    const { clientId, clientKey, accessToken, appKey, appSecret } = given
    replaceClient(this.#store, { clientId, clientKey, workspaceId })
    replaceApp(this.#store, { appKey, appSecret, workspaceId })
    const permanent = { kind: 'access', workspaceId, clientId, expiresAtMs: null } as const
    if (accessToken) this.addToken({ ...permanent, token: accessToken })
  }

  /** The newest credentials of a workspace; a new default workspace has no credentials yet. */
  credentialsOf({ id }: Pick<Workspace, 'id'>): Credentials | undefined {
    const found = this.#store.get<Omit<Credentials, 'accessToken'>>(CREDENTIALS, id)
    return found && { ...found, accessToken: this.#store.value<string>(PERMANENT_TOKEN, id) }
  }

  /** Stores a token; beyond the maximum of its client and kind, or of all, the oldest expiring one is removed. */
  addToken(row: Omit<TokenRow, 'number'>): void {
    const { clientId, kind, expiresAtMs } = row
    const query = 'SELECT max(number) FROM tokens WHERE client_id = ? AND kind = ?'
    const last = this.#store.value<number | null>(query, clientId, kind) ?? 0
    const number = expiresAtMs === null ? 0 : last + 1
    const { lastInsertRowid } = insertToken(this.#store, { ...row, number })
    this.#store.run(
      'DELETE FROM tokens WHERE client_id = ? AND kind = ? AND number BETWEEN 1 AND ?',
      clientId,
      kind,
      number - LIMITS.tokens.max,
    )
    this.#store.run(
      'DELETE FROM tokens WHERE rowid <= ? AND expires_at_ms IS NOT NULL',
      Number(lastInsertRowid) - LIMITS.allTokens.max,
    )
  }

  removeToken(token: string): void {
    this.#store.run('DELETE FROM tokens WHERE token = ?', token)
  }

  countTokensExpiring(workspaceId: string, span: { afterMs: number; untilMs: number }): number {
    const query =
      'SELECT count(*) FROM tokens WHERE workspace_id = ? AND expires_at_ms > ? AND expires_at_ms <= ?'
    return this.#store.value(query, workspaceId, span.afterMs, span.untilMs) ?? 0
  }

  removeAll(workspaceId: string): void {
    for (const table of ['grants', 'tokens', 'clients', 'portal_apps'])
      this.#store.run(`DELETE FROM ${table} WHERE workspace_id = ?`, workspaceId)
  }

  #issue(workspace: Workspace, clientId: string): IssuedTokens {
    const nowMs = workspace.clock.now()
    const { accessTokenSeconds, refreshTokenSeconds } = this.#lifetimes
    const issue = (kind: 'access' | 'refresh', seconds: number): string => {
      const token = randomToken(workspace.id)
      const expiresAtMs = nowMs + seconds * 1_000
      this.addToken({ workspaceId: workspace.id, clientId, token, kind, expiresAtMs })
      return token
    }
    this.#store.run(
      'DELETE FROM tokens WHERE workspace_id = ? AND expires_at_ms < ?',
      workspace.id,
      nowMs - REMEMBER_EXPIRED_MS,
    )
    return {
      access_token: issue('access', accessTokenSeconds),
      token_type: 'bearer',
      refresh_token: issue('refresh', refreshTokenSeconds),
      expires_in: accessTokenSeconds,
    }
  }

  #findToken(token: string, kind: TokenRow['kind']): FoundToken | undefined {
    return this.#store.get(FIND_TOKEN, token, kind)
  }
}
