import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { WantedLevel } from '../contract/findings/finding.ts'
import type { FindingExample } from '../instruments/findings/findings-ledger.ts'
import { type FindingsSource, reportFindings } from '../instruments/findings/findings-report.ts'
import { FindingsReport } from '../instruments/findings/findings-schema.ts'
import type { Sandbox } from '../workspaces/sandbox.ts'
import { answers, removes } from './responses.ts'
import { isAboutServer, WHOLE_SERVER } from './target-workspace.ts'

const FindingsQuery = Type.Object({
  all: WHOLE_SERVER,
  level: Type.Optional(WantedLevel('Minimum level; default: all levels')),
})

const findings: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  app.get(
    '/findings',
    answers(
      'List likely client mistakes found in recorded calls, with remedies and counts',
      FindingsReport,
      {
        description:
          'A reset keeps the findings. Findings of a deleted workspace still count for the server.',
        querystring: FindingsQuery,
      },
    ),
    async (request) => {
      const { workspace, query } = request
      const { level = 'note' } = query
      const all = isAboutServer(request)
      const workspaces = all ? [...sandbox.known.values()] : [workspace]
      const sources: FindingsSource[] = workspaces.map(({ id, findings, traffic }) => ({
        workspace: id,
        findings,
        pending: traffic.pending(),
      }))
      if (all) sources.push({ workspace: '', findings: sandbox.removedFindings, pending: [] })
      return reportFindings(sources, level, (example) => isKept(sandbox, example))
    },
  )
  app.delete(
    '/findings',
    removes('Delete all findings', {
      description: 'Journal entries keep their findings.',
      querystring: Type.Object({ all: WHOLE_SERVER }),
    }),
    async (request) => {
      const all = isAboutServer(request)
      for (const { findings, traffic } of all ? sandbox.known.values() : [request.workspace]) {
        findings.clear()
        traffic.clear()
      }
      if (all) sandbox.removedFindings.clear()
    },
  )
}

/** True if the journal still has the entry of a call: numbers start over when a journal is cleared. */
const isKept = (sandbox: Sandbox, { workspace, origin }: FindingExample): boolean => {
  const journal = sandbox.known.get(workspace)?.journal
  if (!journal || origin.seq === undefined) return false
  return journal.clearings === origin.clearings && journal.find(origin.seq) !== undefined
}

export default findings
