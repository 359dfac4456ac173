import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TextUpTo } from '../contract/resources/primitives.ts'
import {
  Amount,
  Part,
  Shape,
  Text,
  TextOrNull,
  WantedCount,
  WholeNumberOrNull,
} from '../contract/shapes.ts'
import { needOf } from '../http/control-access.ts'
import { callerAddress, matchedRoute } from '../http/request.ts'
import { LIMITS } from '../kernel/limits.ts'
import { formatInstant } from '../kernel/timestamps.ts'
import { isFor } from '../workspaces/keys/rights.ts'
import { answers, serverWide } from './responses.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the audit says of a change beside its route. */
    auditDetail: string | undefined
  }
}

const AuditEntry = Shape(
  'AuditEntry',
  'A change made through the control plane, or an expired workspace',
  {
    number: Amount('Number of the entry'),
    at: Text('When, by the clock of the machine'),
    key: TextOrNull('Name of the key; null without a key, and for the server itself'),
    keyId: TextOrNull('Id of the key'),
    caller: TextOrNull('Address of the caller; null for the server itself'),
    requestId: TextOrNull('Value of `x-request-id`, as the log has it'),
    action: Text(
      'Method and route, or `end of lifetime`, `backup sent`, `backup failed`, `admin keys changed`',
    ),
    workspace: TextOrNull('Id of the workspace; null for the server'),
    workspaceName: TextOrNull('Name of the workspace at that time'),
    result: Text('`done`, `refused`, `failed`, or `incomplete` for a backup without damaged parts'),
    detail: TextOrNull('What was changed, or why it was refused'),
  },
)

const AuditList = Part('A page of the audit', {
  entries: Type.Array(AuditEntry, { description: 'The entries, newest first' }),
  next: WholeNumberOrNull('Value of `before` for the next page; null on the last page'),
})

const querystring = Type.Object({
  before: Type.Optional(
    WantedCount('Only entries before this number; default: the newest entries'),
  ),
  limit: Type.Optional(
    WantedCount('Maximum number of entries; default 100', LIMITS.listedAudit.max),
  ),
  about: Type.Optional(
    TextUpTo(LIMITS.text, { description: 'Id or name of a workspace, which may be deleted' }),
  ),
})

const audit: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/audit',
    serverWide(answers('List changes and who made them, newest first', AuditList, { querystring })),
    async ({ query: { before = Number.MAX_SAFE_INTEGER, limit = 100, about } }) => {
      // Looking for an expired workspace removes it.
      if (about !== undefined) app.sandbox.findByIdOrName(about)
      const rows = app.sandbox.audit.list({ before, limit, about })
      const entries = rows.map(({ atMs, workspaceId, ...row }) => ({
        ...row,
        at: formatInstant(atMs),
        workspace: workspaceId,
      }))
      return { entries, next: rows.length < limit ? null : (rows.at(-1)?.number ?? null) }
    },
  )
}

/** Keeps who has changed what, before the answer says so. */
export const auditChanges = (app: FastifyInstance): void => {
  app.decorateRequest('auditDetail', undefined)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isAudited(request)) keep(request, reply.statusCode)
    done(null, payload)
  })
}

/** Changes of the server, and those of workspaces by a key that is not theirs; a caller without a needed key changes nothing. */
const isAudited = (request: FastifyRequest): boolean => {
  const { key, method, server, workspace } = request
  const { areNeeded } = server.sandbox.keys
  const need = needOf(request)
  if (method === 'GET' || need === 'read' || (areNeeded && !key)) return false
  if (need !== 'steer' || !key) return need !== 'steer'
  return key.kind === 'admin' || workspace === undefined || !isFor(key, workspace)
}

const keep = (request: FastifyRequest, status: number): void => {
  const { key, id, method, workspace, auditDetail, call } = request
  const { url = '', isServerWide, namesWorkspace } = matchedRoute(request)
  // A route about the server has another workspace than that of its call where it has made one.
  const isAbout = !isServerWide || namesWorkspace || workspace !== call.workspace
  const about = isAbout ? workspace : undefined
  const { id: named, workspace: asked } = { ...Object(request.params), ...Object(request.query) }
  request.server.sandbox.audit.add({
    key: key?.name ?? null,
    keyId: key?.id ?? null,
    caller: callerAddress(request) ?? null,
    requestId: id,
    action: `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
    workspaceId: about?.id ?? null,
    workspaceName: (about?.record.name ?? String(asked ?? (namesWorkspace ? named : ''))) || null,
    result: status < 400 ? 'done' : status < 500 ? 'refused' : 'failed',
    detail: call.message ?? auditDetail ?? null,
  })
}

export default audit
