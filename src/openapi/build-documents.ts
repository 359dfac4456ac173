import type { RouteOptions } from 'fastify'
import { stringify } from 'yaml'
import { describeControlPlane } from './control-document.ts'
import type { OpenApiDocument } from './describe-routes.ts'
import { describeInterface } from './interface-document.ts'

/** Files that ship, by their names in the folder of documents. */
export type DocumentFiles = Readonly<Record<string, string>>

/** The OpenAPI documents of a server, as JSON and as YAML. */
export const buildDocuments = async (
  routes: readonly RouteOptions[],
  version: string,
): Promise<DocumentFiles> => ({
  ...inBothForms('openapi', await describeInterface(routes, version)),
  ...inBothForms('control', await describeControlPlane(routes, version)),
})

const inBothForms = (name: string, document: OpenApiDocument): DocumentFiles => ({
  [`${name}.json`]: `${JSON.stringify(document, null, 2)}\n`,
  [`${name}.yaml`]: stringify(document, { aliasDuplicateObjects: false }),
})
