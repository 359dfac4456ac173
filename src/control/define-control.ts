import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Operation } from '../contract/operation.ts'
import type { BodyLimit } from '../http/bodies/body-limit.ts'
import type { LoopDelay } from '../http/plugins/loop-monitor.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import type { Workspace } from '../workspaces/workspace.ts'

/** How busy a server is. */
export interface ServerLoad {
  readonly callsInFlight: number
  readonly delayedCalls: number
  readonly loopDelay: LoopDelay
}

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
  /** How busy the server is at this moment. */
  readonly load: () => ServerLoad
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

/** An answer in JSON whose text is made in pieces, of the shape that its route says. */
export class StreamedJson {
  readonly stream: Readable

  constructor(stream: Readable) {
    this.stream = stream
  }
}

/** What a route answers: a JSON value, a stream, or nothing (HTTP 204). */
export type ControlAnswer = object | undefined

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
  /** The bounds of the JSON body, where they are not the usual ones. */
  readonly bodyLimit?: BodyLimit
  /** The media type of a body that is taken as it is. */
  readonly takesBytes?: string
  /** The shape of the answer in JSON; absent where it is a stream, or nothing. */
  readonly result?: TSchema
  /** The media type of an answer that is a stream. */
  readonly answers?: string
  /** The status of a success; 200 unless it says otherwise. */
  readonly status: number
  readonly handle: (
    call: ControlCall<never, never, never>,
  ) => ControlAnswer | Promise<ControlAnswer>
}

/** A value as it is answered: nobody changes it on its way out. */
type Answered<T> = T extends readonly (infer Element)[]
  ? readonly Answered<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: Answered<T[Key]> }
    : T

type Handle<P extends TObject, Q extends TObject, B extends TSchema, Answer> = (
  call: ControlCall<Static<P>, Static<Q>, Static<B>>,
) => Answer | Promise<Answer>

interface Asked<P extends TObject, Q extends TObject, B extends TSchema> {
  method: ControlRoute['method']
  path: `/${string}`
  summary: string
  scope?: ControlRoute['scope']
  params?: P
  query?: Q
  body?: B
  bodyLimit?: BodyLimit
  takesBytes?: string
}

/** JSON of a shape, a stream of a media type, or nothing: a route says which, and its `handle` returns that. */
type Answering<P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema> =
  | {
      result: R
      answers?: never
      status?: 200 | 201
      handle: Handle<P, Q, B, Answered<Static<R>> | StreamedJson>
    }
  | { result?: never; answers: string; status?: 200; handle: Handle<P, Q, B, StreamedAnswer> }
  | { result?: never; answers?: never; status: 204; handle: Handle<P, Q, B, undefined> }

/** Describes a route of the control plane: ordinary REST, answered in plain JSON. */
export const defineControl = <
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
>({
  scope = 'workspace',
  status = 200,
  handle,
  ...definition
}: Asked<P, Q, B> & Answering<P, Q, B, R>): ControlRoute => ({
  ...definition,
  scope,
  status,
  handle: handle as ControlRoute['handle'],
})
