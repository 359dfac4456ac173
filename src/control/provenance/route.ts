import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Provenance, ProvenanceQuery } from './schema.ts'
import { selectProvenance } from './service.ts'

/** How all that clients meet is known, which the build has listed. */
const provenance: FastifyPluginAsyncTypebox = async (app) => {
  const read = () => readFile(join(app.sandbox.options.folders.openapi, 'provenance.json'), 'utf8')
  app.get(
    '/provenance',
    {
      config: { isServerWide: true },
      schema: {
        summary: 'List how every operation, field, header, rule and code is known',
        description:
          'Known from the interface document, published elsewhere, or invented here; with the section of the document and the numbers of assumptions.',
        querystring: ProvenanceQuery,
        response: { 200: Provenance },
      },
    },
    async ({ query }) => selectProvenance(JSON.parse(await read()) as Provenance, query),
  )
}

export default provenance
