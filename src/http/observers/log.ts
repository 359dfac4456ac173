import { REFUSALS } from '../../contract/errors/refusals.ts'
import { bySeverity, type KeptFinding, levelOfFinding } from '../../contract/findings/finding.ts'
import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import { describeFaults } from '../../instruments/faults/fault.ts'
import { isOfIgnoredField } from '../../instruments/findings/field-names.ts'
import { isSecretName } from '../../instruments/journal/masking.ts'
import { showFindings } from '../../instruments/journal/show-entry.ts'
import { isObject } from '../../kernel/json.ts'
import { printable, shorten } from '../../kernel/text.ts'
import type { Call } from '../call.ts'
import { callerAddress, isControlPath, isOfServer, nameOf } from '../request.ts'
import { actorOf, cutBy, kindOf } from './journal.ts'
import type { Observer } from './observer.ts'

declare module 'fastify' {
  interface FastifyBaseLogger {
    /** True if a line of a level would be written; checked before a line is built. */
    isLevelEnabled?(level: string): boolean
  }
}

/** Findings that make a line a warning. Notes do not, because every portal call has some. A client's mistake is no error of the server. */
const RAISING: ReadonlySet<FindingLevel | undefined> = new Set(['error', 'warning'])

/**
 * Logs a call in one line at its end: at `warn` with a finding, else at `info`, and at `debug` what a console, a monitor or
 * a browser reads.
 */
export const observeForLog: Observer = (call) => {
  const { log } = call.request
  if (!log.isLevelEnabled?.('warn')) return undefined
  // Node knows the address of an ended connection only when it was read before.
  const caller = callerAddress(call.request)
  let param: string | undefined
  return {
    // The memory of a large body is released behind its outcome.
    onOutcome: () => {
      if (call.body.isCounted) param = paramOf(call)
    },
    onEnd: (sentBytes) => {
      const { operation } = call.route
      const kind = kindInLog(call)
      const level = levelOf(call, kind)
      if (!log.isLevelEnabled?.(level)) return
      const text = operation ? `${operation.id} ${operation.summary}` : 'call'
      log[level]({ kind, caller, ...lineOf(call, param ?? paramOf(call), sentBytes) }, text)
    },
  }
}

/** Counts a call for the metrics of the server. */
export const observeForMetrics: Observer = (call) => ({
  onEnd: () => {
    const { tally } = call.request.server.sandbox
    const name = call.isUntracked ? 'untracked' : (nameOf(call.route) ?? kindInLog(call))
    tally.addCall(name, outcomeOf(call), call.elapsedMs / 1_000)
  },
})

/** Names of few outcomes, for labels of metrics. */
const outcomeOf = ({ code, refusal, reply }: Call): string => {
  if (!reply.raw.writableFinished) return 'cut'
  if (refusal === REFUSALS.internal.code) return 'defect'
  if (code !== undefined) return code === '0' ? 'ok' : 'refused'
  return `http${Math.floor(reply.raw.statusCode / 100)}xx`
}

/** The parameters in words, masked as the journal is. */
const paramOf = ({ request, notes, workspace }: Call): string => {
  const { body, params } = request
  const sent = isObject(body) && 'param' in body ? body.param : (body ?? params)
  const ignored = notes.findings.filter(isOfIgnoredField)
  const names = new Set(ignored.map(({ field }) => field?.replace(/^param\./, '')))
  return describeParam(sent, workspace.journal.masking.text, names)
}

/** The kind of the journal, or `control` and `page` for calls to the server itself. */
const kindInLog = (call: Call): string => {
  const { request, route } = call
  if (isControlPath(route.url ?? request.url)) return 'control'
  return isOfServer(request) ? 'page' : kindOf(call)
}

const isRaised = (findings: readonly KeptFinding[]): boolean => {
  const [worst] = bySeverity(findings)
  return RAISING.has(worst && levelOfFinding(worst))
}

const levelOf = (call: Call, kind: string): 'debug' | 'info' | 'warn' => {
  const isControl = kind === 'control'
  const isRead = call.method === 'GET' || call.method === 'HEAD'
  if (isControl && !isRead) return 'info'
  if (call.isUntracked) return 'debug'
  const { findings } = call.notes
  const isQuiet = kind === 'page' || (isControl && call.reply.statusCode < 400)
  if (findings.length > 0 && isRaised(findings)) return 'warn'
  return isQuiet ? 'debug' : 'info'
}

/** A call as a line of the log has it, masked as the journal is; fields without a value are left out of the line. */
const lineOf = (call: Call, param: string, sentBytes: number | undefined) => {
  const { workspace = call.workspace, key } = call.request
  const { message, path, route, reason } = call
  const { findings } = call.notes
  const { raw } = call.reply
  const { masking } = call.workspace.journal
  const transport = raw.writableFinished ? 'complete' : cutBy(call)
  const isSent = transport === 'complete' || raw.headersSent
  return {
    call: call.number,
    operation: nameOf(route),
    method: call.method,
    // The path of an operation has no secret; any other may have one.
    url: route.operation ? path : masking.path(path),
    route: route.url === path ? undefined : route.url,
    param: param || undefined,
    workspace: workspace.id,
    workspaceName: workspace.record.name,
    key: key?.name,
    test: workspace.test,
    actor: masking.person(actorOf(call)) ?? undefined,
    status: isSent ? raw.statusCode : undefined,
    code: call.code,
    refusal: message === undefined ? undefined : masking.person(masking.text(message)),
    reason,
    fault: call.faults.length > 0 ? describeFaults(call.faults) : undefined,
    findings: findings.length > 0 ? showFindings(findings, masking) : undefined,
    transport: transport === 'complete' ? undefined : transport,
    bytes: sentBytes,
    ms: Math.round(call.elapsedMs * 100) / 100,
  }
}

const MAX_FACTS = 6

const MAX_FIELDS = 40

const MAX_TEXT = 32

/** Longer texts are no names. */
const MAX_NAME = 4_096

const IDENTIFYING = /(?:id|name|title|keyword|searchText)$/i

/**
 * Describes parameters in a few words, such as `collectionId 3001 · assetIds ×1`: numbers, names and sizes of lists,
 * without fields that were ignored.
 */
export const describeParam = (
  param: unknown,
  mask: (text: string) => string,
  ignored: ReadonlySet<string | undefined> = new Set(),
): string =>
  isObject(param)
    ? Object.keys(param)
        .filter((field) => !ignored.has(field))
        .slice(0, MAX_FIELDS)
        .map((field) => factOf(field, param[field], mask))
        .filter((fact) => fact !== '')
        .slice(0, MAX_FACTS)
        .join(' · ')
    : ''

const factOf = (field: string, value: unknown, mask: (text: string) => string): string => {
  // The names of fields are those of the document, or of the caller.
  if (!/^[A-Za-z]\w{0,39}$/.test(field) || isSecretName(field)) return ''
  if (Array.isArray(value)) return `${field} ×${value.length}`
  if (typeof value === 'number') return `${field} ${value}`
  if (typeof value !== 'string' || value === '' || !IDENTIFYING.test(field)) return ''
  return value.length > MAX_NAME ? '' : `${field} “${shorten(printable(mask(value)), MAX_TEXT)}”`
}
