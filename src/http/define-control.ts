import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Operation } from '../contract/operation.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Workspace } from '../sandbox/workspace.ts'

/** A call of the control plane, for one workspace. */
export interface ControlCall<Params, Query, Body> {
  readonly sandbox: Sandbox
  readonly workspace: Workspace
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The bytes of the body, where the route takes them as they are. */
  readonly bytes: Readable
  /** Where the server is reached: the base of addresses, without a slash at its end. */
  readonly origin: string
  /** The document's operations, which a route may speak of. */
  readonly operations: readonly Operation[]
  /** Of the program. */
  readonly version: string
  /** The last event that the caller knows of a stream it has read before. */
  readonly lastEventId: number | undefined
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
}

/** An answer that is no JSON object: bytes of a media type, as they come. */
export class StreamedAnswer {
  readonly mediaType: string
  readonly stream: Readable
  readonly fileName: string | undefined

  constructor(mediaType: string, stream: Readable, fileName?: string) {
    this.mediaType = mediaType
    this.stream = stream
    this.fileName = fileName
  }
}

/** What a route answers: a JSON value, a stream, or nothing (HTTP 204). */
export type ControlAnswer = object | StreamedAnswer | undefined

/** A route of the control plane, as data. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_sandbox`. */
  readonly path: string
  /** What it does, in a line. */
  readonly summary: string
  /** Whether it acts on one workspace, which the caller can name, or on the server. */
  readonly scope: 'workspace' | 'server'
  readonly params?: TObject
  readonly query?: TObject
  /** The JSON body; a route whose body has no required key takes none as well. */
  readonly body?: TSchema
  /** The media type of a body that is taken as it is. */
  readonly takesBytes?: string
  /** The shape of the answer, for the description of the interface. */
  readonly result?: TSchema
  /** The media type of an answer that is no JSON. */
  readonly answers?: string
  /** The status of a success; 200 unless it says otherwise. */
  readonly status: number
  readonly handle: (
    call: ControlCall<never, never, never>,
  ) => ControlAnswer | Promise<ControlAnswer>
}

interface Definition<P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema> {
  method: ControlRoute['method']
  path: `/${string}`
  summary: string
  scope?: ControlRoute['scope']
  params?: P
  query?: Q
  body?: B
  takesBytes?: string
  result?: R
  answers?: string
  status?: number
  handle: (
    call: ControlCall<Static<P>, Static<Q>, Static<B>>,
  ) => ControlAnswer | Promise<ControlAnswer>
}

/** Describes a route of the control plane: ordinary REST, answered in plain JSON. */
export const defineControl = <
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
>({
  scope = 'workspace',
  status = 200,
  ...definition
}: Definition<P, Q, B, R>): ControlRoute => ({ ...definition, scope, status })
