import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { bySeverity, type KeptFinding } from '../../contract/findings/finding.ts'
import { formatHttpDate } from '../../kernel/timestamps.ts'
import { nameOf } from '../matched-route.ts'
import { CALL_NUMBER, WatchedResponse } from '../watched-response.ts'

export const SANDBOX_HEADERS = [
  CALL_NUMBER,
  'x-sandbox-assumptions',
  'x-sandbox-findings',
  'x-sandbox-fault',
  'x-sandbox-variations',
] as const

const MAX_HEADER_LENGTH = 2_000

/** An `onSend` hook: adds the headers that say what the sandbox made of the call. */
export const addSandboxHeaders: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.raw instanceof WatchedResponse) reply.raw.watcher?.answer(payload)
  if (request.call) addHeaders(request, reply)
  done(null, payload)
}

const addHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  const { notes, workspace, variation, route } = request.call
  const { assumptions, findings } = notes
  if (workspace.clock.setting.mode !== 'real')
    reply.header('date', formatHttpDate(workspace.clock.now()))
  if (assumptions.size > 0) reply.header('x-sandbox-assumptions', assumptions.text)
  // The control plane does not vary.
  if (variation?.kinds.length && nameOf(route) !== undefined)
    reply.header('x-sandbox-variations', variation.kinds.join(', '))
  if (findings.length > 0) reply.header('x-sandbox-findings', listFindings(findings))
}

/** Errors come first, so that a list that is cut loses notes. */
const listFindings = (findings: readonly KeptFinding[]): string => {
  let listed = ''
  for (const { code, field, expected } of bySeverity(findings)) {
    const text = [code, field, expected].filter(isText).map(headerText).join(' ')
    if (listed.length + text.length > MAX_HEADER_LENGTH) break
    listed += listed === '' ? text : `, ${text}`
  }
  return listed
}

const isText = (part: string | undefined): part is string => part !== undefined

/** Escapes characters that a header cannot carry, and commas, which end a finding; the brackets of paths stay. */
const headerText = (field: string): string =>
  encodeURI(field).replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll(',', '%2C')
