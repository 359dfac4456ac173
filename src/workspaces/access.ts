import type { IssuedTokens } from '../contract/supporting/issued-tokens.ts'
import { WELL_KNOWN_CREDENTIALS } from '../contract/well-known.ts'
import { conflict } from '../errors/problem.ts'
import { refuse } from '../errors/refusals.ts'
import { randomSecret, randomToken } from '../kernel/ids.ts'
import { equalsSecretly } from '../kernel/signature.ts'
import type { Registry } from './registry.ts'
import type { Workspace } from './workspace.ts'

/** Credentials of a workspace. */
export interface Credentials {
  clientId: string
  clientKey: string
  /** A token that never expires; absent in staging. */
  accessToken?: string | undefined
  appKey: string
  appSecret: string
}

/** Random credentials, all of which start with the workspace's id. */
export const randomCredentials = (workspaceId: string): Credentials => ({
  clientId: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  clientKey: randomSecret(),
  accessToken: randomToken(workspaceId),
  appKey: `${workspaceId}-${randomSecret().slice(0, 12)}`,
  appSecret: randomSecret(),
})

/** Whether any of these secrets is published. */
export const isWellKnown = ({ clientKey, accessToken, appSecret }: Credentials): boolean =>
  clientKey === WELL_KNOWN_CREDENTIALS.clientKey ||
  accessToken === WELL_KNOWN_CREDENTIALS.accessToken ||
  appSecret === WELL_KNOWN_CREDENTIALS.appSecret

/** Lifetimes of tokens in seconds, by the clock of their workspace. */
export interface TokenLifetimes {
  accessTokenSeconds: number
  refreshTokenSeconds: number
}

/** The state of an access token in a workspace. */
export type TokenState = 'valid' | 'unknown' | 'expired'

/** How long an expired token is distinguished from an unknown one. */
const REMEMBER_EXPIRED_MS = 30 * 86_400_000

/** Access to workspaces: clients, portal apps and the tokens issued to them. */
export class Access {
  readonly #registry: Registry
  readonly #lifetimes: TokenLifetimes

  constructor(registry: Registry, lifetimes: TokenLifetimes) {
    this.#registry = registry
    this.#lifetimes = lifetimes
  }

  /** The state of an access token; a token of another workspace is unknown. */
  judgeToken(workspace: Workspace, token: string): TokenState {
    const row = this.#registry.findToken(token, 'access')
    if (row?.workspaceId !== workspace.id) return 'unknown'
    if (row.expiresAtMs === null || workspace.clock.now() < row.expiresAtMs) return 'valid'
    return 'expired'
  }

  /** The secret of a portal app; undefined when the workspace has no such app. */
  secretOfApp(workspace: Workspace, appKey: string): string | undefined {
    const app = this.#registry.findPortalApp(appKey)
    return app?.workspaceId === workspace.id ? app.appSecret : undefined
  }

  /** The id of the workspace that a client belongs to. */
  workspaceOfClient(clientId: string): string | undefined {
    return this.#registry.findClient(clientId)?.workspaceId
  }

  /** The id of the workspace that a refresh token was issued in. */
  workspaceOfRefreshToken(token: string): string | undefined {
    return this.#registry.findToken(token, 'refresh')?.workspaceId
  }

  /** Issues tokens for a client id and its key; a wrong id and a wrong key have the same refusal, with the hint of the caller. */
  issueTokens(
    workspace: Workspace,
    given: { clientId: string; clientKey: string },
    hint = '',
  ): IssuedTokens {
    const client = this.#registry.findClient(given.clientId)
    const isRight = equalsSecretly(given.clientKey, client?.clientKey ?? '')
    if (client?.workspaceId !== workspace.id || !isRight) throw refuse.wrongClient(hint)
    return this.#registry.transaction(() => this.#issue(workspace, client.clientId))
  }

  /** Issues tokens for a refresh token; whether that can be used again is A-auth-8. */
  refreshTokens(workspace: Workspace, refreshToken: string, hint?: string): IssuedTokens {
    const row = this.#registry.findToken(refreshToken, 'refresh')
    const isOver = row?.expiresAtMs != null && row.expiresAtMs <= workspace.clock.now()
    if (row?.workspaceId !== workspace.id || isOver) throw refuse.badRefreshToken(hint)
    return this.#registry.transaction(() => {
      if (workspace.variant('A-auth-8') === 'once') this.#registry.removeToken(refreshToken)
      return this.#issue(workspace, row.clientId)
    })
  }

  /** Replaces the credentials of a workspace. */
  grant(workspaceId: string, given: Credentials): void {
    this.#registry.transaction(() => {
      this.#registry.keepOnly(workspaceId, given)
      this.grantFirst(workspaceId, given)
    })
  }

  /** Gives a workspace its first credentials. */
  grantFirst(workspaceId: string, given: Credentials): void {
    const { clientId, clientKey, accessToken, appKey, appSecret } = given
    const owner = this.workspaceOfClient(clientId) ?? workspaceId
    if (owner !== workspaceId)
      throw conflict(`the client id ${clientId} belongs to the workspace ${owner}`)
    this.#registry.transaction(() => {
      this.#registry.addClient({ clientId, clientKey, workspaceId })
      this.#registry.addPortalApp({ appKey, appSecret, workspaceId })
      const permanent = { kind: 'access', workspaceId, clientId, expiresAtMs: null } as const
      if (accessToken) this.#registry.addToken({ ...permanent, token: accessToken })
    })
  }

  /** The credentials of a workspace; a new default workspace has no credentials yet. */
  credentialsOf(workspace: Workspace): Credentials | undefined {
    const client = this.#registry.findClientOf(workspace.id)
    const app = this.#registry.findPortalAppOf(workspace.id)
    if (!(client && app)) return undefined
    return {
      clientId: client.clientId,
      clientKey: client.clientKey,
      accessToken: this.#registry.findPermanentToken(workspace.id),
      appKey: app.appKey,
      appSecret: app.appSecret,
    }
  }

  /** Removes the tokens of a workspace that expired long ago. */
  removeExpired(workspace: Workspace): void {
    const beforeMs = workspace.clock.now() - REMEMBER_EXPIRED_MS
    this.#registry.removeExpiredTokens(workspace.id, beforeMs)
  }

  #issue(workspace: Workspace, clientId: string): IssuedTokens {
    const nowMs = workspace.clock.now()
    const { accessTokenSeconds, refreshTokenSeconds } = this.#lifetimes
    const issue = (kind: 'access' | 'refresh', seconds: number): string => {
      const token = randomToken(workspace.id)
      const expiresAtMs = nowMs + seconds * 1_000
      this.#registry.addToken({ workspaceId: workspace.id, clientId, token, kind, expiresAtMs })
      return token
    }
    this.removeExpired(workspace)
    return {
      access_token: issue('access', accessTokenSeconds),
      token_type: 'bearer',
      refresh_token: issue('refresh', refreshTokenSeconds),
      expires_in: accessTokenSeconds,
    }
  }
}
