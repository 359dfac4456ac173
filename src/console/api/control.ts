import { computed, signal } from '@preact/signals'
import { ARCHIVE, Connection, type ControlRequest, type Route } from '#src/client/connection.ts'
import { ControlError } from '#src/client/errors.ts'
import type { OwnKey, WorkspaceSummary } from '#src/client/generated/control.ts'
import { keptInTab } from '../texts/language.ts'
import { BASE, workspaceId } from './place.ts'

/** The key, once it was given; kept until the tab is closed. */
export const adminKey = keptInTab('dam-sandbox-key')

export const isKeyNeeded = signal(false)

/** What the key is for; without one everything. */
export const ownKey = signal<OwnKey>({ kind: 'admin', key: null })

export const isAdmin = computed(() => ownKey.value.kind === 'admin')

/** True if the key allows more than to read. */
export const mayChange = computed(() => ownKey.value.key?.access !== 'read')

/** True if the key is for more than one workspace. */
export const hasWorkspaces = computed(() => ownKey.value.kind !== 'workspace')

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

/** The server as the page calls it; an answer of 401 lets the page ask for the admin key. */
class PageConnection extends Connection {
  override async open(route: Route, request?: ControlRequest): Promise<Response> {
    try {
      return await super.open(route, request)
    } catch (error) {
      if (isUnauthorised(error)) {
        isKeyNeeded.value = true
        adminKey.value = undefined
      }
      throw error
    }
  }
}

export const isUnauthorised = (error: unknown): boolean =>
  error instanceof ControlError && error.status === 401

const SERVER_URL = location.origin + BASE

export const connectionIn = (workspace: string): Connection =>
  new PageConnection({ url: `${SERVER_URL}/w/${workspace}`, adminKey: adminKey.value })

export const control = <T>(method: string, path: string, options?: ControlOptions): Promise<T> =>
  connectionOf(options).call(`${method} ${path}` as Route, requestOf(options))

/** Calls the control plane and returns the answer with its body unread; one that is no success is thrown. */
export const openControl = (
  method: string,
  path: string,
  options?: ControlOptions,
): Promise<Response> => connectionOf(options).open(`${method} ${path}` as Route, requestOf(options))

const connectionOf = ({
  workspace = workspaceId.value,
  key = adminKey.value,
}: ControlOptions = {}): Connection =>
  new PageConnection({ url: SERVER_URL, adminKey: key, workspace: workspace ?? undefined })

const requestOf = ({ query = {}, body, signal }: ControlOptions = {}): ControlRequest => ({
  query,
  ...(body instanceof Blob ? { bytes: body.slice(0, body.size, ARCHIVE) } : { json: body }),
  ...(signal && { signal }),
})

/** The headers of a call that leaves no trace, for those who may call the control plane. */
export const untrackedHeaders = (): Record<string, string> => ({
  'x-sandbox-untracked': 'true',
  ...(adminKey.value !== undefined && { authorization: `Bearer ${adminKey.value}` }),
})

export const readWorkspaces = async (signal: AbortSignal): Promise<WorkspaceSummary[]> => {
  const read = { workspace: null, signal }
  const { key } = ownKey.value
  if (key?.workspace) return [await control('GET', `/workspaces/${key.workspace}`, read)]
  return (await control<{ workspaces: WorkspaceSummary[] }>('GET', '/workspaces', read)).workspaces
}
