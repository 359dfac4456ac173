import { createHmac } from 'node:crypto'
import { takeIds } from '../db/sequences.ts'
import { prepared, type Store } from '../db/store.ts'
import { findActor } from '../domain/users/actor.ts'
import { conflict } from '../errors/problem.ts'
import { defineState, type StateContext } from './named-state.ts'

const SECOND_MS = 1_000

/** An access token of a workspace that is always expired: it is never issued and needs no row. */
const expiredTokenOf = ({ workspace: { id, record } }: StateContext): string => {
  const hex = createHmac('sha256', record.signingKey).update('token-expired').digest('hex')
  return [
    id,
    hex.slice(0, 4),
    `4${hex.slice(5, 8)}`,
    `8${hex.slice(9, 12)}`,
    hex.slice(12, 24),
  ].join('-')
}

const userById = prepared((store) =>
  store.sqlite.prepare<[number]>('SELECT 1 FROM users WHERE id = ?'),
)

const isUser = (store: Store, { userId, email }: { userId: number; email: string }): boolean =>
  userById(store).get(userId) !== undefined || findActor(store, email) !== undefined

const takeUnknownUser = ({ store }: StateContext) => {
  const userId = takeIds(store, 'user')
  return { userId, email: `nobody-${userId}@example.com` }
}

/** States of tokens and users. */
export const accessStates = {
  'token-expired': defineState({
    sentence: 'An access token has expired a second ago.',
    isKept: false,
    take: (context) => ({ accessToken: expiredTokenOf(context) }),
    finish: ({ sandbox: { access, registry }, workspace, nowMs }, { accessToken }) => {
      const clientId = access.credentialsOf(workspace)?.clientId
      if (clientId === undefined)
        throw conflict(`Workspace ${workspace.id} has no client to issue a token for`)
      registry.transaction(() => {
        access.removeToken(accessToken)
        access.addToken({
          token: accessToken,
          kind: 'access',
          workspaceId: workspace.id,
          clientId,
          expiresAtMs: nowMs - SECOND_MS,
        })
      })
    },
  }),

  'user-unknown': defineState({
    sentence: 'No user has this id or this e-mail address.',
    take: takeUnknownUser,
    renew: (context, kept) => (isUser(context.store, kept) ? takeUnknownUser(context) : kept),
  }),
}
