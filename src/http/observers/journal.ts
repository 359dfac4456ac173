import type { SupportingRouteName } from '../../contract/supporting-routes.ts'
import type { OperationCounts } from '../../instruments/coverage/coverage-counter.ts'
import { describeFaults, haveCut } from '../../instruments/faults/fault.ts'
import type { CallFacts, KeptCall } from '../../instruments/journal/journal.ts'
import type { CallKind, Transport } from '../../instruments/journal/journal-schema.ts'
import { type KeptBytes, keepSize } from '../../instruments/journal/kept-bytes.ts'
import type { Call } from '../call.ts'
import { headerText, nameOf } from '../request.ts'
import type { Observer, Outcome } from './observer.ts'

/** Adds a call to the journal of its workspace, and corrects its entry where the connection is cut later. */
export const observeForJournal: Observer = (call) => {
  let entry: KeptCall | undefined
  return {
    onOutcome: (outcome) => {
      const { journal } = outcome.workspace
      const facts = factsOf(call, outcome)
      if (entry) {
        journal.amend(entry, facts)
        return
      }
      entry = journal.add(facts)
      call.number = entry.seq
    },
  }
}

/** Counts a call in the coverage of its workspace. One that is lost from the start is never counted as anything else. */
export const observeForCoverage: Observer = (call) => {
  let counts: OperationCounts | undefined
  return {
    onOutcome: ({ workspace, isLost, isAmended }) => {
      const { route, headers, body, notes, code, refusal, variants } = call
      const { assumptions, outcomes } = notes
      const name = nameOf(route)
      if (name === undefined) return
      const counted = {
        headers,
        sentBody: body.sent,
        assumptions,
        code,
        refusal,
        outcomes,
        variants,
      }
      if (isAmended) {
        counts?.lose(counted)
        counts = undefined
        return
      }
      const known = workspace.coverage.count({ name, operation: route.operation }, counted, isLost)
      if (!isLost) counts = known
    },
  }
}

const factsOf = (call: Call, { transport, answer, atMs }: Outcome): CallFacts => {
  const { reply, route, request, notes, faults } = call
  const isSent = transport === 'complete' || reply.raw.headersSent
  const mediaType = reply.getHeader('content-type')
  return {
    workspace: call.workspace.id,
    isAttributed: call.isAttributed,
    atMs,
    durationMs: Math.round(call.elapsedMs * 1_000) / 1_000,
    kind: kindOf(call),
    operation: nameOf(route) ?? null,
    method: call.method,
    // Nearly all calls of a route have its own path, of which the journal then keeps one text.
    path: route.url === call.url ? route.url : call.url,
    headers: request.raw.rawHeaders.join('\n'),
    actor: actorOf(call),
    actorId: call.actor?.id ?? null,
    status: isSent ? reply.raw.statusCode : null,
    code: call.code ?? null,
    message: call.message ?? null,
    reason: call.reason ?? null,
    test: call.workspace.test ?? null,
    findings: [...notes.findings],
    assumptions: notes.assumptions.sorted,
    variations: call.variation?.kinds ?? [],
    fault: faults.length > 0 ? describeFaults(faults) : null,
    transport,
    mediaType: typeof mediaType === 'string' ? mediaType : null,
    requestBody: requestBodyOf(call),
    answerBody: answer,
  }
}

/** Null where no body was sent, or the call was refused before it was read. */
const requestBodyOf = (call: Call): KeptBytes | null => {
  const { body, request } = call
  const { kept, fileBytes } = body
  if (kept) return kept.sizeBytes > 0 ? kept : null
  if (kindOf(call) !== 'upload') return null
  return keepSize(fileBytes ?? Number(request.raw.headers['content-length'] ?? 0))
}

const KINDS: { readonly [Name in SupportingRouteName]?: CallKind } = {
  'send-part': 'upload',
  'send-file': 'upload',
  'storage-put': 'upload',
  'storage-part': 'upload',
  download: 'download',
  'storage-get': 'download',
}

export const kindOf = ({ route }: Call): CallKind => {
  const { operation, supportingRoute } = route
  if (operation) return 'operation'
  const kind = supportingRoute && KINDS[supportingRoute]
  if (kind) return kind
  return supportingRoute === undefined ? 'unknown' : 'supporting'
}

export const actorOf = ({ actor, headers }: Call): string | null => {
  if (actor) return actor.email
  const named = headers['x-open-api-user']
  return typeof named === 'string' && named !== '' ? headerText(named) : null
}

/** The transport of a call whose answer did not arrive whole. */
export const cutBy = ({ faults }: Call): Transport => (haveCut(faults) ? 'reset' : 'aborted')
