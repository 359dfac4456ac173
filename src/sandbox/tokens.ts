import { variantOf } from '../contract/ledger/index.ts'
import { refuse } from '../kernel/errors.ts'
import { randomToken } from '../kernel/ids.ts'
import { equalsSecretly } from '../kernel/signature.ts'
import type { Registry } from './registry.ts'
import type { Workspace } from './workspace.ts'

/** How long tokens live, in seconds, by the clock of their workspace. */
export interface TokenLifetimes {
  accessTokenSeconds: number
  refreshTokenSeconds: number
}

/** Tokens as the two companion operations answer them; `expires_in` in seconds. */
export interface IssuedTokens {
  access_token: string
  token_type: 'bearer'
  refresh_token: string
  expires_in: number
}

/** Whether an access token counts in a workspace now. */
export type TokenState = 'valid' | 'unknown' | 'expired'

/** Judges an access token; that of another workspace is unknown. */
export const judgeToken = (registry: Registry, workspace: Workspace, token: string): TokenState => {
  const row = registry.findToken(token, 'access')
  if (row?.workspaceId !== workspace.id) return 'unknown'
  if (row.expiresAtMs === null || workspace.clock.now() < row.expiresAtMs) return 'valid'
  return 'expired'
}

/** Issues tokens for a client id and its key; `clientId` or `clientKey` wrong is refused alike. */
export const issueTokens = (
  registry: Registry,
  workspace: Workspace,
  lifetimes: TokenLifetimes,
  given: { clientId: string; clientKey: string },
): IssuedTokens => {
  const client = registry.findClient(given.clientId)
  const isRight = equalsSecretly(given.clientKey, client?.clientKey ?? '')
  if (client?.workspaceId !== workspace.id || !isRight) throw refuse.wrongClient()
  return registry.transaction(() => issue(registry, workspace, lifetimes, client.clientId))
}

/** Issues tokens for a refresh token; whether that can be used again is A-auth-8. */
export const refreshTokens = (
  registry: Registry,
  workspace: Workspace,
  lifetimes: TokenLifetimes,
  refreshToken: string,
): IssuedTokens => {
  const row = registry.findToken(refreshToken, 'refresh')
  const isOver = row?.expiresAtMs != null && row.expiresAtMs <= workspace.clock.now()
  if (row?.workspaceId !== workspace.id || isOver) throw refuse.badRefreshToken()
  return registry.transaction(() => {
    if (variantOf('A-auth-8', workspace.record.variants) === 'once')
      registry.removeToken(refreshToken)
    return issue(registry, workspace, lifetimes, row.clientId)
  })
}

/** How long an expired token is still told apart from an unknown one. */
const REMEMBER_EXPIRED_MS = 30 * 86_400_000

const issue = (
  registry: Registry,
  workspace: Workspace,
  lifetimes: TokenLifetimes,
  clientId: string,
): IssuedTokens => {
  const nowMs = workspace.clock.now()
  const owner = { workspaceId: workspace.id, clientId }
  const accessToken = randomToken(workspace.id)
  const refreshToken = randomToken(workspace.id)
  registry.removeExpiredTokens(workspace.id, nowMs - REMEMBER_EXPIRED_MS)
  registry.addToken({
    ...owner,
    token: accessToken,
    kind: 'access',
    expiresAtMs: nowMs + lifetimes.accessTokenSeconds * 1_000,
  })
  registry.addToken({
    ...owner,
    token: refreshToken,
    kind: 'refresh',
    expiresAtMs: nowMs + lifetimes.refreshTokenSeconds * 1_000,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    refresh_token: refreshToken,
    expires_in: lifetimes.accessTokenSeconds,
  }
}
