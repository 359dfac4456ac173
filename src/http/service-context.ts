import type { FastifyRequest } from 'fastify'
import type { VariableId, VariantOf } from '../contract/assumptions/index.ts'
import type { FindingCode } from '../contract/findings/finding.ts'
import type { OutcomeName, Surface } from '../contract/operation.ts'
import type {
  Actor,
  BareContext,
  CallFiles,
  ServiceContext,
  WaitingContext,
} from '../domain/call.ts'
import { originOf } from './server-origin.ts'

/** The context of a call of an operation: what services need, and the parameters. */
export interface EndpointContext<Param> extends ServiceContext {
  readonly param: Param
  /** The parameters as they were sent, with every null and unknown field; for what is kept as it came. */
  readonly sent: unknown
}

/** The context of a call of an operation before its transaction. */
export interface PreparingContext<Param> extends WaitingContext {
  readonly param: Param
}

/** What the context of a call needs beside its request. */
export interface ContextOptions {
  readonly surface: Surface
  readonly files: CallFiles
  /** The name in the request of a field that a rule names; the same without it. */
  readonly nameField?: (name: string, surface: Surface) => string
}

/** The context of a call without an actor, in the workspace and at the present instant. */
export class CallContext implements BareContext {
  readonly store: BareContext['store']
  readonly files: CallFiles
  readonly nowMs: number
  protected readonly request: FastifyRequest
  readonly #options: ContextOptions
  #baseUrl: string | undefined

  constructor(request: FastifyRequest, options: ContextOptions) {
    const { workspace } = request.call
    this.request = request
    this.#options = options
    this.store = workspace.store
    this.files = options.files
    this.nowMs = workspace.clock.now()
  }

  variant<Id extends VariableId>(id: Id): VariantOf<Id> {
    const { call } = this.request
    call.assumptions.add(id)
    return call.variant(id)
  }

  warn(code: FindingCode, field?: string): void {
    const { nameField = sameName, surface } = this.#options
    this.request.call.warn(code, field === undefined ? field : nameField(field, surface))
  }

  outcome(name: OutcomeName): void {
    this.request.call.outcome(name)
  }

  uuid(counter: number): string {
    return this.request.call.workspace.uuid(counter)
  }

  signedUrl(path: string): string {
    const { call, server } = this.request
    const { lifetimes, filesPath } = server.settings
    const expiresAtMs = this.nowMs + lifetimes.signedAddressSeconds * 1_000
    if (!call.isUntracked) call.workspace.issuedUrls.add(expiresAtMs)
    this.#baseUrl ??= baseUrlOf(this.request, this.#options.surface)
    return this.#baseUrl + call.workspace.signUrl(filesPath, path, expiresAtMs)
  }
}

/** The context of a call of an operation before its transaction. */
export class PreparingCallContext<Param> extends CallContext implements PreparingContext<Param> {
  readonly param: Param

  constructor(request: FastifyRequest, options: ContextOptions, param: Param) {
    super(request, options)
    this.param = param
  }

  /** Made only for calls that ask for it. */
  get signal(): AbortSignal {
    return this.request.call.signal
  }
}

/** What the context of an operation has beside that of every call. */
type OperationParts<Param> = Pick<EndpointContext<Param>, 'actor' | 'param' | 'sent'>

/** The context of a call of an operation. */
export class EndpointCallContext<Param> extends CallContext implements EndpointContext<Param> {
  readonly actor: Actor
  readonly failing: ReadonlySet<number>
  readonly param: Param
  readonly sent: unknown

  constructor(
    request: FastifyRequest,
    options: ContextOptions,
    { actor, param, sent }: OperationParts<Param>,
  ) {
    super(request, options)
    this.actor = actor
    this.failing = request.call.failing
    this.param = param
    this.sent = sent
  }
}

const sameName = (name: string): string => name

/** The base of URLs in an answer: the setting, else the host that the request names. */
const baseUrlOf = (request: FastifyRequest, surface: Surface): string => {
  const { portalUrl } = request.server.settings
  return (surface === 'portal' ? portalUrl : undefined) ?? originOf(request)
}
