import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { bySeverity, levelOfFinding } from '../../contract/findings/finding.ts'
import type { FindingLevel } from '../../contract/findings/finding-kind.ts'
import { maskingOfEntry } from '../../journal/entry-masking.ts'
import { type Masking, maskingFor } from '../../journal/masking.ts'
import { showFindings } from '../../journal/show-entry.ts'
import { matchedRoute } from '../matched-route.ts'

/** One line per call, at the level of its worst error or warning; others at `info` when refused or a defect, successes at `debug`. */
export default fp(
  async (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const level = levelOf(request, reply)
      if (request.log.isLevelEnabled?.(level)) write(level, request, reply)
      done()
    })
  },
  { name: 'call-log', dependencies: ['find-workspace'] },
)

declare module 'fastify' {
  interface FastifyBaseLogger {
    /** Whether a line of a level would be written; asked before a line is made. */
    isLevelEnabled?(level: string): boolean
  }
}

type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** The level of a line by the level of the worst finding of its call; notes, which every portal call has, raise none. */
const LEVELS: ReadonlyMap<FindingLevel, LogLevel> = new Map([
  ['error', 'error'],
  ['warning', 'warn'],
])

const NONE: readonly never[] = []

const levelOf = (request: FastifyRequest, reply: FastifyReply): LogLevel => {
  if (request.state?.isUntracked) return 'debug'
  const [worst] = bySeverity(request.state?.findings ?? NONE)
  const raised = worst && LEVELS.get(levelOfFinding(worst))
  return raised ?? (isQuiet(request, reply) ? 'debug' : 'info')
}

const isQuiet = (request: FastifyRequest, reply: FastifyReply): boolean =>
  request.state?.code === '0' || (!matchedRoute(request).operation && reply.statusCode < 400)

const SECRETS = maskingFor(false)

/** The log masks what the journal masks. */
const maskingOf = ({ state, raw }: FastifyRequest): Masking =>
  maskingOfEntry(
    { headers: raw.rawHeaders.join('\n'), workspace: state?.workspace.id ?? '' },
    SECRETS,
  )

const write = (level: LogLevel, request: FastifyRequest, reply: FastifyReply): void => {
  const { state } = request
  const { operation } = matchedRoute(request)
  const masking = maskingOf(request)
  const { message, findings = [] } = state ?? {}
  request.log[level](
    {
      operation: operation?.id,
      method: request.method,
      url: masking.path(request.originalUrl.split('?')[0] ?? ''),
      workspace: state?.workspace.id,
      status: reply.statusCode,
      code: state?.code,
      refusal: message === undefined ? message : masking.text(message),
      fault: state?.fault,
      findings: findings.length > 0 ? showFindings(findings, masking) : undefined,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    },
    operation ? `${operation.id} ${operation.summary}` : 'call',
  )
}
