import type { Static, TObject } from '@sinclair/typebox'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Workspace } from '../sandbox/workspace.ts'

/** A call of the control plane, for one workspace. */
export interface ControlCall<Params, Query> {
  readonly sandbox: Sandbox
  readonly workspace: Workspace
  readonly params: Params
  readonly query: Query
}

/** A route of the control plane, as data. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_sandbox`. */
  readonly path: string
  readonly summary: string
  readonly params?: TObject
  readonly query?: TObject
  readonly handle: (call: ControlCall<never, never>) => object
}

interface Definition<P extends TObject, Q extends TObject> {
  method: ControlRoute['method']
  path: `/${string}`
  summary: string
  params?: P
  query?: Q
  handle: (call: ControlCall<Static<P>, Static<Q>>) => object
}

/** Describes a route of the control plane: ordinary REST, answered in plain JSON. */
export const defineControl = <P extends TObject, Q extends TObject>(
  definition: Definition<P, Q>,
): ControlRoute => definition
