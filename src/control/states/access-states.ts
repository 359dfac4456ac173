import { createHmac } from 'node:crypto'
import { conflict } from '../../contract/errors/problem.ts'
import { takeIds } from '../../store/db/sequences.ts'
import type { Workspace } from '../../workspaces/workspace.ts'
import type { State } from './named-state.ts'

const SECOND_MS = 1_000

const expiredTokenOf = ({ id, record }: Workspace): string => {
  const hex = createHmac('sha256', record.signingKey).update('token-expired').digest('hex')
  const groups = [hex.slice(0, 4), `4${hex.slice(5, 8)}`, `8${hex.slice(9, 12)}`]
  return [id, ...groups, hex.slice(12, 24)].join('-')
}

export const accessStates = {
  'token-expired': {
    sentence: 'An access token expired a second ago.',
    set: ({ sandbox: { access, registry }, workspace, nowMs }) => {
      const token = expiredTokenOf(workspace)
      const clientId = access.credentialsOf(workspace)?.clientId
      if (clientId === undefined)
        throw conflict(`Workspace ${workspace.id} has no client to issue a token for`)
      const expiresAtMs = nowMs - SECOND_MS
      registry.store.transaction(() => {
        access.removeToken(token)
        access.addToken({
          token,
          kind: 'access',
          workspaceId: workspace.id,
          clientId,
          expiresAtMs,
        })
      })
      return { accessToken: token }
    },
  },

  'user-unknown': {
    sentence: 'No user has the returned id or e-mail address.',
    set: ({ store }) => {
      const userId = takeIds(store, 'user')
      return { userId, email: `nobody-${userId}@example.com` }
    },
  },
} as const satisfies Record<string, State>
