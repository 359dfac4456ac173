import { signal } from '@preact/signals'
import { controlErrorOf } from '#src/client/errors.ts'
import type { WorkspaceSummary } from '#src/client/generated/control.ts'
import { BASE, workspaceId } from './place.ts'

/** The admin key, once it was given; only in memory, so it ends with the page. */
export const adminKey = signal<string | undefined>(undefined)

export const isKeyNeeded = signal(false)

/** Query parameters; one that is undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface ControlOptions {
  readonly query?: Query
  /** A body of JSON, or the bytes of an archive. */
  readonly body?: object
  readonly signal?: AbortSignal
  /** The workspace, when it is another than the one that is shown; null for routes of the server. */
  readonly workspace?: string | null
  readonly key?: string
}

/** Calls the control plane and returns what it answers as JSON; undefined when the answer is empty. */
export const control = async <T>(
  method: string,
  path: string,
  options: ControlOptions = {},
): Promise<T> => {
  const reply = await openControl(method, path, options)
  const text = await reply.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Calls the control plane and returns the answer with its body unread; one that is no success is thrown. */
export const openControl = async (
  method: string,
  path: string,
  {
    query = {},
    body,
    signal,
    workspace = workspaceId.value,
    key = adminKey.value,
  }: ControlOptions = {},
): Promise<Response> => {
  const isArchive = body instanceof Blob
  const headers: Record<string, string> = keyHeader(key)
  if (body) headers['content-type'] = isArchive ? 'application/x-tar' : 'application/json'
  const reply = await fetch(
    controlUrl(path, workspace === null ? query : { workspace, ...query }),
    {
      method,
      headers,
      credentials: 'omit',
      ...(body && { body: isArchive ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    },
  )
  if (reply.status === 401) {
    isKeyNeeded.value = true
    adminKey.value = undefined
  }
  if (!reply.ok) throw controlErrorOf(reply.status, await reply.text().catch(() => ''))
  return reply
}

const keyHeader = (key = adminKey.value): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` }

/** The headers of a call that leaves no trace, for those who may call the control plane. */
export const untrackedHeaders = (): Record<string, string> => ({
  'x-sandbox-untracked': 'true',
  ...keyHeader(),
})

const controlUrl = (path: string, query: Query): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${BASE}/_sandbox${path}${text === '' ? '' : `?${text}`}`
}

export const readWorkspaces = async (signal: AbortSignal): Promise<WorkspaceSummary[]> => {
  const read = { workspace: null, signal }
  return (await control<{ workspaces: WorkspaceSummary[] }>('GET', '/workspaces', read)).workspaces
}
