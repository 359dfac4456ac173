import { controlErrorOf, describeForeign, reasonOf, UnreachableError } from './errors.ts'
import { parsedJson } from './parsed-json.ts'
import { GLOBAL_WEB, type Web, type WebRequest } from './web.ts'

/** Media type of the archives of exports, and of seeds with files. */
export const ARCHIVE = 'application/x-tar'

/** Why a value cannot be the URL of a server; undefined if it can. */
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
  /** How requests are sent and signed; default: by the globals of the program. @internal */
  web?: Web
}

/** Method and path of a call of the control plane, such as `POST /states/{name}`. */
export type Route = `${string} /${string}`

type QueryValue = string | number | boolean

/** The parameters and the body of a call of the control plane. @internal */
export interface ControlRequest {
  /** Values for the parameters in the path. */
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, QueryValue | readonly string[] | undefined>>
  /** Value to send as JSON. */
  json?: unknown
  /** Bytes to send unchanged. */
  bytes?: Blob
  signal?: AbortSignal
}

/** The control plane of one server, for one workspace or for the default one. */
export class Connection {
  readonly url: string
  readonly adminKey: string | undefined
  readonly workspace: string | undefined
  /** @internal */
  readonly web: Web

  constructor(options: ConnectionOptions) {
    const { url, adminKey, workspace, web = GLOBAL_WEB } = options
    const problem = problemOfServerUrl(url)
    if (problem !== undefined) throw new TypeError(problem)
    this.url = url.replace(/\/+$/, '')
    this.adminKey = adminKey
    this.workspace = workspace
    this.web = web
  }

  /** URL of the server itself, without the prefix of a workspace. */
  get serverUrl(): string {
    return this.url.replace(/\/w\/[^/]+$/, '')
  }

  /** A connection to the same server, for another workspace. */
  for(workspace: string): Connection {
    return new Connection({ ...this, workspace })
  }

  /** The query that makes a report cover the whole server, unless the connection is for one workspace. */
  get scope(): { all?: true } {
    return this.workspace === undefined && this.url === this.serverUrl ? { all: true } : {}
  }

  /** Sends a call and returns the JSON of its answer, or undefined when the answer is empty. @internal */
  async call<T = void>(route: Route, request: ControlRequest = {}): Promise<T> {
    const response = await this.open(route, request)
    const text = await this.textOf(response)
    if (text === '') return undefined as T
    const value = parsedJson(text)
    // Another program at the URL can also answer with success.
    if (value === undefined)
      throw new UnreachableError(`${this.url}: ${describeForeign(response.status, text.trim())}`)
    return value as T
  }

  /** Sends a call and returns its response before the body is read; a problem becomes an error. @internal */
  async open(route: Route, request: ControlRequest = {}): Promise<Response> {
    const { params = {}, json, bytes, signal } = request
    const [method = '', path = ''] = route.split(' ')
    const words = new Map(Object.entries(params))
    const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(words.get(name) ?? ''),
    )
    const url = new URL(`${this.url}/_sandbox${filled}`.replace(/\/$/, ''))
    for (const [name, value] of Object.entries({ workspace: this.workspace, ...request.query }))
      for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one))
    const body = bytes ?? (json === undefined ? undefined : JSON.stringify(json))
    const type = bytes ? bytes.type || 'application/octet-stream' : 'application/json'
    const response = await this.send(url, {
      method,
      headers: {
        ...(this.adminKey !== undefined && { authorization: `Bearer ${this.adminKey}` }),
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    if (!response.ok) throw controlErrorOf(response.status, await this.textOf(response))
    return response
  }

  /** Sends a request; a missing answer becomes an error that names the server. @internal */
  send(url: URL, init: WebRequest): Promise<Response> {
    return this.answered(this.web.fetch(url, init))
  }

  /** Reads the text of an answer. @internal */
  textOf(response: Response): Promise<string> {
    return this.answered(response.text())
  }

  /** Waits for an answer or its body; a connection that ends early becomes an error that names the server. */
  async answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      // Not by class: under Jest, errors of Node are of another realm.
      if (Object(error).name === 'AbortError') throw error
      throw new UnreachableError(`${this.url} does not answer: ${reasonOf(error)}`, {
        cause: error,
      })
    }
  }
}
