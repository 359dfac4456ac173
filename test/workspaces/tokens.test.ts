import { describe, expect, onTestFinished, test } from 'vitest'
import { LIMITS } from '#src/kernel/limits.ts'
import type { Workspace } from '#src/workspaces/workspace.ts'
import { NOW } from '#test/kit/databases.ts'
import { freezeAt } from '#test/kit/records.ts'
import { injectServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const DAY_MS = 86_400_000

/** Adds many tokens of a client at once; issuing them one by one would be too slow. */
const issueMany = ({ sandbox }: TestServer, workspace: Workspace, count: number): string[] => {
  const { clientId = '' } = sandbox.access.credentialsOf(workspace) ?? {}
  const tokens = Array.from({ length: count }, (_, index) => `${workspace.id}-many-${index}`)
  sandbox.registry.store.transaction(() => {
    for (const token of tokens)
      sandbox.access.addToken({
        token,
        kind: 'access',
        workspaceId: workspace.id,
        clientId,
        expiresAtMs: NOW + DAY_MS,
      })
  })
  return tokens
}

const countOf = ({ sandbox }: TestServer, { id }: Workspace): number =>
  sandbox.access.countTokensExpiring(id, { afterMs: 0, untilMs: NOW * 2 })

const judge = ({ sandbox }: TestServer, workspace: Workspace, token: string | undefined) =>
  sandbox.access.judgeToken(workspace, token ?? '')

describe('the tokens of a client', () => {
  test('are dropped beyond the bound, oldest first, except those that never expire', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const { workspace } = server
    const first = issueMany(server, workspace, LIMITS.tokens.max)
    expect(judge(server, workspace, first[0])).toBe('valid')
    const { clientId, clientKey } = server.sandbox.access.credentialsOf(workspace) ?? {}
    const issued = server.sandbox.access.issueTokens(workspace, {
      clientId: clientId ?? '',
      clientKey: clientKey ?? '',
    })
    expect(judge(server, workspace, first[0])).toBe('unknown')
    expect(judge(server, workspace, first[1])).toBe('valid')
    expect(judge(server, workspace, issued.access_token)).toBe('valid')
    expect(judge(server, workspace, TOKEN)).toBe('valid')
    // The additional one is a refresh token; each kind has a bound of its own.
    expect(countOf(server, workspace)).toBe(LIMITS.tokens.max + 1)
  })

  test('do not displace the tokens of another client', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const { workspace } = await server.sandbox.create({ clock: { mode: 'frozen', nowMs: NOW } })
    const [own] = issueMany(server, workspace, 1)
    issueMany(server, server.workspace, LIMITS.tokens.max + 5)
    expect(judge(server, workspace, own)).toBe('valid')
    expect(countOf(server, server.workspace)).toBe(LIMITS.tokens.max)
  })

  test('are dropped some time after they expire, when the next one is issued', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    issueMany(server, server.workspace, 20)
    freezeAt(server, NOW + 20 * DAY_MS)
    const { access } = server.sandbox
    const client = access.credentialsOf(server.workspace) ?? expect.unreachable()
    access.issueTokens(server.workspace, client)
    expect(countOf(server, server.workspace)).toBe(22)
    freezeAt(server, NOW + 40 * DAY_MS)
    access.issueTokens(server.workspace, client)
    expect(countOf(server, server.workspace)).toBe(4)
    expect(judge(server, server.workspace, TOKEN)).toBe('valid')
  })
})

describe('the tokens of all workspaces', () => {
  test('are dropped beyond the bound, oldest first, except those that never expire', async () => {
    const server = await injectServer()
    freezeAt(server, NOW)
    const { workspace } = server
    const { max } = LIMITS.allTokens
    onTestFinished(() => void Object.assign(LIMITS.allTokens, { max }))
    Object.assign(LIMITS.allTokens, { max: 2_000 })
    const issued = issueMany(server, workspace, 2_200)
    expect(judge(server, workspace, issued[0])).toBe('unknown')
    expect(judge(server, workspace, issued.at(-1))).toBe('valid')
    expect(judge(server, workspace, TOKEN)).toBe('valid')
    expect(countOf(server, workspace)).toBe(2_000)
  })
})
