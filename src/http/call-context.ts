import type { FastifyRequest } from 'fastify'
import type { VariableId, VariantOf } from '../contract/assumptions/index.ts'
import { mostLike } from '../contract/errors/did-you-mean.ts'
import { quote } from '../contract/errors/quote.ts'
import { Refusal } from '../contract/errors/refusal.ts'
import { refuse } from '../contract/errors/refusals.ts'
import type { FindingCode } from '../contract/findings/finding.ts'
import type { Operation, OperationAccess, OutcomeName, Surface } from '../contract/operation.ts'
import type { Actor, BareContext, CallFiles, ServiceContext } from '../domain/call.ts'
import { activeEmails, createActor, findActor, findAppOwner } from '../domain/users/actor.ts'
import { whyViewer } from '../domain/users/explain-rights.ts'
import type { ActedFault } from '../instruments/faults/fault.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import type { Call } from './call.ts'
import { calledOrigin, headerLike, headerText } from './request.ts'

/** The e-mail address in `x-open-api-user` of a call on a surface; the portal has no such header. */
export const namedUser = (
  { headers }: FastifyRequest,
  surface: Surface | undefined,
): string | undefined => {
  const header = surface === 'server-side' ? headers['x-open-api-user'] : undefined
  return typeof header === 'string' ? headerText(header) : undefined
}

/**
 * The acting user of a call: the one that `x-open-api-user` names, else the application's owner (A-auth-2, A-auth-3).
 * Refuses a user who may not act, or may not call the operation. Runs in the transaction of the call, since it may create
 * the user, and so that the operation sees the same rights.
 */
export const requireActor = (call: Call, operation: Operation): Actor => {
  const { store } = call.workspace
  const email = namedUser(call.request, operation.surface)
  const actor =
    knownActor(call, operation, email) ??
    createActor(store, email ?? '', call.nowMs) ??
    owner(store)
  judge(call, operation, actor, email)
  return actor
}

/** Refuses the acting user as {@link requireActor} does, but for one whom the call has to create. Writes nothing. */
export const judgeActor = (call: Call, operation: Operation): void => {
  const email = namedUser(call.request, operation.surface)
  const actor = knownActor(call, operation, email)
  if (actor) judge(call, operation, actor, email)
}

const knownActor = (
  call: Call,
  operation: Operation,
  email: string | undefined,
): Actor | undefined => {
  const { store } = call.workspace
  if (!email) {
    if (operation.hasUserHeader) judgeNobody(call)
    return owner(store)
  }
  const actor = findActor(store, email)
  if (actor) return actor
  call.notes.assumptions.add('A-auth-2')
  const variant = call.variant('A-auth-2')
  if (variant === 'refused') throw refuse.unknownActor(email, hintFor(email, call))
  return variant === 'owner' ? owner(store) : undefined
}

/** Users whom an unknown address may mean. Staging names none, as its journal shows no addresses of people. */
const hintFor = (email: string, { request, workspace }: Call): string => {
  if (request.server.settings.profile === 'staging')
    return '; GET /_sandbox/fixtures names some users'
  const known = activeEmails(workspace.store)
  // The domain is the same in most addresses, and long.
  const nameIn = (address: string): string => address.split('@')[0] ?? ''
  const meant = mostLike(nameIn(email), known.map(nameIn))
  const found = known.find((one) => nameIn(one) === meant)
  if (found !== undefined) return `; did you mean ${quote(found)}?`
  const some = known.slice(0, 3).join(', ')
  return some && `; some users are ${some}`
}

/** Reports a call that names no user and should, or refuses it by the variant of A-auth-3. */
const judgeNobody = (call: Call): void => {
  if (call.variant('A-auth-3') === 'owner') {
    call.notes.warn('missing-acting-user')
    return
  }
  call.notes.assumptions.add('A-auth-3')
  const like = headerLike(call.request, 'x-open-api-user')
  const has =
    like === undefined ? '' : `; the request has ${quote(like)}, which is a different header`
  throw refuse.missingHeader(
    'x-open-api-user',
    `${has}; set it to the e-mail address of the acting user`,
  )
}

const owner = (database: Workspace['store']): Actor => {
  const found = findAppOwner(database)
  if (!found)
    throw refuse
      .noPermission()
      .because(
        'the workspace has no owner of the application; name the acting user in x-open-api-user',
      )
  return found
}

const FOR_VIEWERS: ReadonlySet<OperationAccess> = new Set(['read', 'report'])

/** Refuses an acting user who is not active, or whose role does not allow the operation; in this order (A-reply-3). */
const judge = (
  call: Call,
  { surface, access }: Operation,
  actor: Actor,
  email: string | undefined,
): void => {
  call.actor = actor
  // The portal has no acting user (A-11-1): its visitors read what is published.
  if (surface === 'portal') return
  if (actor.account !== 'active') {
    call.notes.assumptions.add('A-auth-12')
    const named = email ? 'x-open-api-user names' : "The acting user is the application's owner"
    if (call.variant('A-auth-12') === 'refused')
      throw refuse.inactiveActor(named, actor.email, actor.account)
  }
  if (actor.role !== 'viewer' || FOR_VIEWERS.has(access)) return
  call.notes.assumptions.add('A-auth-11')
  if (call.variant('A-auth-11') === 'every-write')
    throw refuse.noPermission().because(whyViewer(actor))
}

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

  /** Operations name fields of the parameters, findings those of the body. */
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
export const originOf = (request: FastifyRequest): string =>
  request.server.settings.publicUrl ?? calledOrigin(request)

/** The field of a body with the parameters of its operation; on the portal they are the body. */
const fieldOfParam = (operation: Operation | undefined): 'param' | undefined =>
  operation?.surface === 'server-side' ? 'param' : undefined

/** The parameters in a body that the schema of the operation has validated. */
export const paramIn = <Param>({ route }: Call, body: unknown): Param => {
  const field = fieldOfParam(route.operation)
  return field === undefined ? (body as Param) : (body as { param: Param })[field]
}

/** The error of an operation as it is answered: operations name fields of the parameters, refusals those of the body. */
export const errorInBody = (error: unknown, { route }: Call): unknown => {
  const field = fieldOfParam(route.operation)
  return error instanceof Refusal && field !== undefined ? error.below(field) : error
}
