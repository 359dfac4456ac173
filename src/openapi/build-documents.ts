import type { RouteOptions } from 'fastify'
import { stringify } from 'yaml'
import { collectRequests } from './collections/collected-request.ts'
import { httpFile } from './collections/http-file.ts'
import { postmanCollection } from './collections/postman.ts'
import { describeControlPlane } from './control-document.ts'
import type { OpenApiDocument } from './describe-routes.ts'
import { describeInterface } from './interface-document.ts'
import { listProvenance } from './provenance/list-provenance.ts'

/** Files that ship, by their names in the folder of documents. */
export type DocumentFiles = Readonly<Record<string, string>>

/** The OpenAPI documents of a server, how all that they describe is known, and collections of their requests. */
export const buildDocuments = async (
  routes: readonly RouteOptions[],
  version: string,
): Promise<DocumentFiles> => {
  const document = await describeInterface(routes, version)
  const collection = collectRequests(document)
  return {
    ...inBothForms('openapi', document),
    ...inBothForms('control', await describeControlPlane(routes, version)),
    'provenance.json': `${JSON.stringify(listProvenance(document, routes))}\n`,
    'dam-sandbox.postman_collection.json': `${JSON.stringify(postmanCollection(collection), null, 2)}\n`,
    'dam-sandbox.http': httpFile(collection),
  }
}

const inBothForms = (name: string, document: OpenApiDocument): DocumentFiles => ({
  [`${name}.json`]: `${JSON.stringify(document, null, 2)}\n`,
  [`${name}.yaml`]: stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
})
