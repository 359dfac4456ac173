import { ControlError, reasonOf, UnreachableError } from './errors.ts'

/** Where a server is and who calls it. */
export interface ConnectionOptions {
  /** The address of the server, or of one of its workspaces (`/w/{id}`). */
  url: string
  adminKey?: string | undefined
  /** The id or name of the workspace that control calls are for. */
  workspace?: string | undefined
}

/** What a call of the control plane may carry. */
export interface ControlRequest {
  query?: Readonly<Record<string, string | number | undefined>>
  /** A value that is sent as JSON. */
  json?: unknown
  /** Bytes that are sent as they are. */
  bytes?: Blob
  /** Ends the call. */
  signal?: AbortSignal
}

/** Calls of one server's control plane, for one workspace or for the default one. */
export class Connection {
  readonly url: string
  readonly adminKey: string | undefined
  readonly workspace: string | undefined

  constructor({ url, adminKey, workspace }: ConnectionOptions) {
    this.url = url.replace(/\/+$/, '')
    this.adminKey = adminKey
    this.workspace = workspace
  }

  /** The address of the server itself, also where the connection's is that of a workspace. */
  get serverUrl(): string {
    return this.url.replace(/\/w\/[^/]+$/, '')
  }

  /** The same server, for another workspace. */
  for(workspace: string): Connection {
    return new Connection({ url: this.url, adminKey: this.adminKey, workspace })
  }

  /** Sends a call and answers its JSON; undefined where there is none. */
  async json<T>(method: string, path: string, request: ControlRequest = {}): Promise<T> {
    const response = await this.open(method, path, request)
    const text = await this.textOf(response)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** Sends a call and answers its response, whose body is still to come; a problem becomes an error. */
  async open(method: string, path: string, request: ControlRequest = {}): Promise<Response> {
    const address = new URL(`${this.url}/_sandbox${path}`)
    const query = { workspace: this.workspace, ...request.query }
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value))
    const response = await this.send(address, {
      method,
      headers: this.#headers(request),
      ...bodyOf(request),
      ...(request.signal && { signal: request.signal }),
    })
    if (!response.ok) throw problemOf(response.status, await this.textOf(response))
    return response
  }

  /** Sends any request; no answer becomes an error that names the server. */
  send(address: URL, init: RequestInit): Promise<Response> {
    return answered(fetch(address, init), this.url)
  }

  /** The text of an answer; a connection that ends before it does becomes an error that names the server. */
  textOf(response: Response): Promise<string> {
    return answered(response.text(), this.url)
  }

  /** The bytes of an answer. */
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
    throw new UnreachableError(`${url} does not answer: ${reasonOf(error)}`)
  }
}

const problemOf = (status: number, text: string): ControlError =>
  new ControlError(status, detailOf(text) ?? `HTTP ${status}`)

const detailOf = (text: string): string | undefined => {
  try {
    const { detail, title, message } = JSON.parse(text)
    return detail ?? title ?? message
  } catch {
    return text.trim().split('\n')[0] || undefined
  }
}
