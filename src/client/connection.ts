import { controlErrorOf, reasonOf, UnreachableError } from './errors.ts'
import type { ServerInfo } from './generated/control.ts'

/** Media type of the archives of exports, and of seeds with files. */
export const ARCHIVE = 'application/x-tar'

/** Why a value cannot be the URL of a server; undefined when it can. */
export const problemOfServerUrl = (url: unknown): string | undefined => {
  const isUrl = typeof url === 'string' && URL.canParse(url)
  if (isUrl && /^https?:$/.test(new URL(url).protocol)) return undefined
  const got = typeof url === 'string' ? `"${url}"` : String(url)
  return `the server URL must be an http or https URL, such as http://127.0.0.1:4022; got ${got}`
}

/** Where a server is, and how it is called. */
export interface ConnectionOptions {
  /** URL of the server, or of one of its workspaces (`/w/{id}`). */
  url: string
  adminKey?: string | undefined
  /** Id or name of the workspace that control calls are for. */
  workspace?: string | undefined
}

/** The query and body of a call of the control plane. */
export interface ControlRequest {
  query?: Readonly<Record<string, string | number | undefined>>
  /** Value that is sent as JSON. */
  json?: unknown
  /** Bytes that are sent unchanged. */
  bytes?: Blob
  /** Aborts the call. */
  signal?: AbortSignal
}

/** The control plane of one server, for one workspace or for the default one. */
export class Connection {
  readonly url: string
  readonly adminKey: string | undefined
  readonly workspace: string | undefined

  constructor({ url, adminKey, workspace }: ConnectionOptions) {
    const problem = problemOfServerUrl(url)
    if (problem !== undefined) throw new TypeError(problem)
    this.url = url.replace(/\/+$/, '')
    this.adminKey = adminKey
    this.workspace = workspace
  }

  /** URL of the server itself, without the prefix of a workspace. */
  get serverUrl(): string {
    return this.url.replace(/\/w\/[^/]+$/, '')
  }

  /** A connection to the same server, for another workspace. */
  for(workspace: string): Connection {
    return new Connection({ url: this.url, adminKey: this.adminKey, workspace })
  }

  /** Version, paths, storage and bounds of the server. */
  readServer(): Promise<ServerInfo> {
    return this.json('GET', '/server')
  }

  /** Sends a call and returns the JSON of its answer, or undefined when the answer is empty. */
  async json<T>(method: string, path: string, request: ControlRequest = {}): Promise<T> {
    const response = await this.open(method, path, request)
    const text = await this.textOf(response)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** Sends a call and returns its response before the body is read; a problem becomes an error. */
  async open(method: string, path: string, request: ControlRequest = {}): Promise<Response> {
    const url = new URL(`${this.url}/_sandbox${path}`)
    const query = { workspace: this.workspace, ...request.query }
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const response = await this.send(url, {
      method,
      headers: this.#headers(request),
      ...bodyOf(request),
      ...(request.signal && { signal: request.signal }),
    })
    if (!response.ok) throw controlErrorOf(response.status, await this.textOf(response))
    return response
  }

  /** Sends a request; a missing answer becomes an error that names the server. */
  send(url: URL, init: RequestInit): Promise<Response> {
    return answered(fetch(url, init), this.url)
  }

  /** Reads the text of an answer; a connection that ends early becomes an error that names the server. */
  textOf(response: Response): Promise<string> {
    return answered(response.text(), this.url)
  }

  /** Reads the bytes of an answer. */
  bytesOf(response: Response): Promise<ArrayBuffer> {
    return answered(response.arrayBuffer(), this.url)
  }

  #headers({ json, bytes }: ControlRequest): Record<string, string> {
    return {
      ...(this.adminKey !== undefined && { authorization: `Bearer ${this.adminKey}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-type': bytes.type || 'application/octet-stream' }),
    }
  }
}

const bodyOf = ({ json, bytes }: ControlRequest): { body?: string | Blob } => {
  if (bytes) return { body: bytes }
  return json === undefined ? {} : { body: JSON.stringify(json) }
}

const answered = async <T>(answer: Promise<T>, url: string): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error
    throw new UnreachableError(`${url} does not answer: ${reasonOf(error)}`, { cause: error })
  }
}
