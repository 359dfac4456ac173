import fp from 'fastify-plugin'
import type { Finding } from '../../contract/finding.ts'
import { formatHttpDate } from '../../kernel/timestamps.ts'

/** What we have to say about an answer; the body stays the document's. */
export const SANDBOX_HEADERS = [
  'x-sandbox-assumptions',
  'x-sandbox-findings',
  'x-sandbox-fault',
] as const

/** Headers are bounded; a finding more or less does not matter then. */
const MAX_HEADER_LENGTH = 2_000

/** Tells in headers which decisions of the list of assumptions an answer used and what was found odd in the request. */
export default fp(
  async (app) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const { assumptions, findings, workspace } = request.state ?? {}
      if (workspace && workspace.clock.setting.mode !== 'real')
        reply.header('date', formatHttpDate(workspace.clock.now()))
      if (assumptions?.size)
        reply.header('x-sandbox-assumptions', [...assumptions].sort().join(', '))
      if (findings?.length) reply.header('x-sandbox-findings', listFindings(findings))
      done(null, payload)
    })
  },
  { name: 'sandbox-headers', dependencies: ['find-workspace'] },
)

const listFindings = (findings: readonly Finding[]): string => {
  let listed = ''
  for (const { code, field } of findings) {
    const text = field === undefined ? code : `${code} ${headerText(field)}`
    if (listed.length + text.length > MAX_HEADER_LENGTH) break
    listed += listed === '' ? text : `, ${text}`
  }
  return listed
}

/** Escapes what a header cannot carry, and leaves the brackets of paths as they are. */
const headerText = (field: string): string =>
  encodeURI(field).replaceAll('%5B', '[').replaceAll('%5D', ']')
