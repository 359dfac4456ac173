import type { FastifyRequest } from 'fastify'
import type { VariableId, VariantOf } from '../contract/assumptions/index.ts'
import { Refusal } from '../contract/errors/refusal.ts'
import type { FindingCode } from '../contract/findings/finding.ts'
import type { Operation, OutcomeName } from '../contract/operation.ts'
import type { Actor, BareContext, CallFiles, ServiceContext } from '../domain/call.ts'
import type { ActedFault } from '../instruments/faults/fault.ts'
import type { Call } from './call.ts'

export interface EndpointContext<Param> extends ServiceContext {
  readonly param: Param
  /** The parameters as they were sent, with every null and unknown field; for what is kept as it came. */
  readonly sent: unknown
  /** The faults that have acted on the call, for an effect that only its operation knows. */
  readonly faults: readonly ActedFault[]
}

/** The context of a call in its workspace and at the present instant; without an actor before its transaction. */
export class CallContext implements BareContext {
  readonly store: BareContext['store']
  readonly files: CallFiles
  readonly nowMs: number
  readonly #call: Call

  constructor(call: Call, files: CallFiles) {
    this.store = call.workspace.store
    this.files = files
    this.nowMs = call.nowMs
    this.#call = call
  }

  get signal(): AbortSignal {
    return this.#call.lifetime.signal
  }

  variant<Id extends VariableId>(id: Id): VariantOf<Id> {
    this.#call.notes.assumptions.add(id)
    return this.#call.variant(id)
  }

  /** Rules name fields of the parameters; findings name fields of the body. */
  warn(code: FindingCode, field?: string, expected?: string): void {
    const parent = fieldOfParam(this.#call.route.operation)
    this.#call.notes.warn(
      code,
      parent && field !== undefined ? `${parent}.${field}` : field,
      expected,
    )
  }

  outcome(name: OutcomeName): void {
    this.#call.notes.outcome(name)
  }

  uuid(counter: number): string {
    return this.#call.workspace.uuid(counter)
  }

  signedUrl(path: string): string {
    const { request, route, workspace } = this.#call
    const { signedAddressSeconds, filesPath, portalUrl } = request.server.settings
    const expiresAtMs = this.nowMs + signedAddressSeconds * 1_000
    const ofPortal = route.operation?.surface === 'portal' ? portalUrl : undefined
    return (ofPortal ?? originOf(request)) + workspace.signUrl(filesPath, path, expiresAtMs)
  }
}

/** The context of an operation that waits for files before its transaction. */
export class PrepareContext<Param> extends CallContext {
  readonly param: Param

  constructor(call: Call, files: CallFiles, param: Param) {
    super(call, files)
    this.param = param
  }
}

/** The context of an operation within its transaction. */
export class HandleContext<Param> extends CallContext implements EndpointContext<Param> {
  readonly actor: Actor
  readonly param: Param
  readonly sent: unknown
  readonly faults: readonly ActedFault[]

  constructor(
    call: Call,
    files: CallFiles,
    { actor, param, sent }: Pick<EndpointContext<Param>, 'actor' | 'param' | 'sent'>,
  ) {
    super(call, files)
    this.actor = actor
    this.param = param
    this.sent = sent
    this.faults = call.faults
  }
}

/** Scheme, host and port under which callers reach the server, without a slash at the end. */
export const originOf = ({ server, host, protocol }: FastifyRequest): string =>
  server.settings.publicUrl ?? `${protocol}://${host || 'localhost'}`

/** The field of a body with the parameters of its operation; on the portal they are the body. */
const fieldOfParam = (operation: Operation | undefined): 'param' | undefined =>
  operation?.surface === 'server-side' ? 'param' : undefined

/** The parameters in a body that the schema of the operation has validated. */
export const paramIn = <Param>({ route }: Call, body: unknown): Param => {
  const field = fieldOfParam(route.operation)
  return field === undefined ? (body as Param) : (body as { param: Param })[field]
}

/** The error of a rule as it is returned: rules name fields of the parameters, refusals name fields of the body. */
export const errorInBody = (error: unknown, { route }: Call): unknown => {
  const field = fieldOfParam(route.operation)
  return error instanceof Refusal && field !== undefined ? error.below(field) : error
}
