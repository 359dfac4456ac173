import type { RouteOptions } from 'fastify'
import { stringify } from 'yaml'
import { describeControlPlane } from './control-document.ts'
import type { OpenApiDocument } from './describe-routes.ts'
import { describeInterface } from './interface-document.ts'
import { listProvenance } from './provenance/list-provenance.ts'

/** Files that ship, by their names in the folder of documents. */
export type DocumentFiles = Readonly<Record<string, string>>

/** The OpenAPI documents of a server, and how all that they describe is known. */
export const buildDocuments = async (
  routes: readonly RouteOptions[],
  version: string,
): Promise<DocumentFiles> => {
  const document = await describeInterface(routes, version)
  return {
    ...inBothForms('openapi', document),
    ...inBothForms('control', await describeControlPlane(routes, version)),
    'provenance.json': `${JSON.stringify(listProvenance(document, routes))}\n`,
  }
}

const inBothForms = (name: string, document: OpenApiDocument): DocumentFiles => ({
  [`${name}.json`]: `${JSON.stringify(document, null, 2)}\n`,
  [`${name}.yaml`]: stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
})
