import { formatCurl } from '#src/client/curl.ts'
import type { JournalDetail, JournalEntry } from '#src/client/generated/control.ts'
import { signedHeaders } from '#src/client/operation-request.ts'
import { type OwnCredentials, type RepeatedCall, repeatedCall } from '#src/client/repeated-call.ts'
import { WorkQueue } from '#src/kernel/work-queue.ts'
import { connectionIn, control, openControl } from '../../api/control.ts'
import { readFixtures } from '../../api/operations.ts'
import { BASE, workspaceId } from '../../api/place.ts'
import { saveFile } from '../../parts/save-file.ts'

const repeated = async (call: JournalDetail): Promise<RepeatedCall> => {
  const own = await ownCredentials(call.workspace)
  return repeatedCall(call, {
    serverUrl: location.origin + BASE,
    own,
    sign: (token, body) =>
      signedHeaders(connectionIn(call.workspace), { portalApp: own?.portalApp }, token, body),
  })
}

/** A workspace without a client has no credentials. */
const ownCredentials = async (workspace: string): Promise<OwnCredentials | undefined> => {
  const { app, portalApp } = await readFixtures(workspace)
  return app && { accessToken: app.accessToken ?? '', clientKey: app.clientKey, portalApp }
}

/** A call as a curl command that repeats it, after what is different about it in comments of the shell. */
export const curlOf = async (call: JournalDetail): Promise<string> => {
  const { request, notes } = await repeated(call)
  return [...notes.map((note) => `# ${note}`), formatCurl(request)].join('\n')
}

/** Sends a call once more; the number of the new one, unless a fault kept its answer back. */
export const sendAgain = async (call: JournalDetail): Promise<number | undefined> => {
  const { request, notes } = await repeated(call)
  const { url, method, headers, body } = request
  const isWhole = call.request.body?.isTruncated !== true && !(body && 'file' in body)
  // What the journal masks or does not keep cannot be sent.
  if (!isWhole || JSON.stringify(request).includes('***')) throw new Error(notes.join('; '))
  // A text would be sent with a media type of its own.
  const sent = body && 'text' in body ? { body: new Blob([body.text]) } : {}
  const answer = await fetch(url, { method, headers, credentials: 'omit', ...sent })
  await answer.arrayBuffer()
  return Number(answer.headers.get('x-sandbox-call')) || undefined
}

export const MAX_COPIED = 100

export const readCall = (seq: number, signal?: AbortSignal): Promise<JournalDetail> =>
  control('GET', `/journal/${seq}`, signal && { signal })

export const curlOfAll = async (calls: readonly JournalEntry[]): Promise<string> => {
  const inTurn = new WorkQueue(6)
  const copied = calls.map(({ seq }) => inTurn.run(async () => curlOf(await readCall(seq))))
  return (await Promise.all(copied)).join('\n\n')
}

export const saveArchive = async (calls: readonly JournalEntry[], text: string): Promise<void> => {
  const query = { after: (calls[0]?.seq ?? 1) - 1, text: text.trim() || undefined }
  const reply = await openControl('GET', '/journal/har', { query })
  const { log } = (await reply.json()) as { log: { entries: { _seq: number }[] } }
  const wanted = new Set(calls.map(({ seq }) => seq))
  const entries = log.entries.filter(({ _seq }) => wanted.has(_seq))
  const file = new Blob([JSON.stringify({ log: { ...log, entries } })])
  saveFile(file, `calls-${workspaceId.value}.har`)
}
