import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { bySeverity, type KeptFinding } from '../../contract/findings/finding.ts'
import { formatHttpDate } from '../../kernel/timestamps.ts'
import { nameOf } from '../matched-route.ts'
import { CALL_NUMBER, JournaledResponse } from '../record.ts'

export const SANDBOX_HEADERS = [
  CALL_NUMBER,
  'x-sandbox-assumptions',
  'x-sandbox-findings',
  'x-sandbox-fault',
  'x-sandbox-variations',
] as const

const MAX_HEADER_LENGTH = 2_000

export default fp(
  async (app) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const { call } = request
      // Only calls that the journal records are checked for findings.
      if (reply.raw instanceof JournaledResponse && reply.raw.watcher) call.judge(payload)
      if (call) addHeaders(request, reply)
      done(null, payload)
    })
  },
  { name: 'sandbox-headers', dependencies: ['find-workspace'] },
)

const addHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  const { assumptions, findings, workspace, variation, route } = request.call
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
