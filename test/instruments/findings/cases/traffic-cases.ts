import { vi } from 'vitest'
import type { TRAFFIC_FINDINGS } from '#src/contract/findings/catalogue.ts'
import { addRule, ruleFor } from '#test/kit/faults.ts'
import { type Reply, send } from '#test/kit/http.ts'
import type { TestServer } from '#test/kit/server.ts'
import { begin, complete, sendPart, uploadPieces, uploadWhole } from '#test/kit/uploads.ts'
import { type FindingCases, inTurn } from './finding-case.ts'

const FILE = Buffer.from('a text in a file\n')

const report = (server: TestServer): Promise<Reply> => send(`${server.url}/_sandbox/findings`, {})

const token = (server: TestServer): Promise<Reply> =>
  send(`${server.url}/open-api/oauth/get-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"clientId":"00000000-sandbox","clientKey":"sandbox-key"}',
  })

const lookUp = (server: TestServer, ...userIds: number[]): Promise<Reply> =>
  server.call('E8', { userIds })

/** A client that asks for a token, makes some calls, and does so again. */
const sessions = (server: TestServer, ...calls: number[]): Promise<Reply> =>
  inTurn(
    ...calls.flatMap((count) => [
      () => token(server),
      ...Array.from({ length: count }, () => () => lookUp(server, 1001)),
    ]),
    () => token(server),
  )

const notify = (server: TestServer, html = 'Hello'): Promise<Reply> =>
  server.call('E12', {
    users: [server.fixtures.users.editor.email],
    templateCode: server.fixtures.notification.templateCode,
    content: { htmlContent: html },
  })

/** Adds a notification whose answer is lost after it was done, or before. */
const loseNotification = async (server: TestServer, phase: string): Promise<void> => {
  await addRule(server, ruleFor('E12', { reset: true }, phase))
  await notify(server).catch(() => undefined)
}

const NOW_MS = 1_800_000_000_000

/** Makes a refused call again after a pause, by a clock that runs. */
const refusedTwice = async (server: TestServer, pauseMs: number): Promise<Reply> => {
  const now = vi.spyOn(server.workspace.clock, 'now').mockReturnValue(NOW_MS)
  await lookUp(server, 1.5)
  now.mockReturnValue(NOW_MS + pauseMs)
  return lookUp(server, 1.5)
}

/** The findings about calls in the light of those before them. */
export const TRAFFIC_CASES: FindingCases<keyof typeof TRAFFIC_FINDINGS> = {
  'repeated-write': {
    trigger: async (server) => {
      await loseNotification(server, 'after')
      return notify(server)
    },
    // A write that was cut before it was done is no write.
    nearMiss: async (server) => {
      await loseNotification(server, 'before')
      return notify(server)
    },
  },
  'retry-without-pause': {
    trigger: (server) => refusedTwice(server, 49),
    nearMiss: (server) => refusedTwice(server, 50),
  },
  'token-per-call': {
    trigger: (server) => sessions(server, 1, 1, 1),
    nearMiss: (server) => sessions(server, 1, 1, 2),
  },
  'upload-never-completed': {
    trigger: async (server) => {
      const { uploadId } = await begin(server, { name: 'a.txt', size: FILE.length })
      await sendPart(server, uploadId, 1, FILE)
      return report(server)
    },
    nearMiss: async (server) => {
      await complete(server, await uploadPieces(server, 'a.txt', [FILE]))
      return report(server)
    },
  },
  'upload-never-used': {
    trigger: async (server) => {
      await uploadWhole(server, 'a.txt', [FILE])
      return report(server)
    },
    nearMiss: async (server) => {
      const path = await uploadWhole(server, 'a.txt', [FILE])
      await server.call('E16', { fileList: [{ path, name: 'a.txt' }] })
      return report(server)
    },
  },
}
