import type { RouteOptions } from 'fastify'
import { stringify } from 'yaml'
import { describeControlPlane } from './control-document.ts'
import type { OpenApiDocument } from './describe-routes.ts'
import type { RecordedExample } from './examples/recorded-example.ts'
import { describeInterface } from './interface-document.ts'
import { singleOperations } from './single-operations.ts'

/** Files that ship, by their names in the folder of documents. */
export type DocumentFiles = Readonly<Record<string, string>>

/** The OpenAPI documents of a server, and each operation of the interface alone. */
export const buildDocuments = async (
  routes: readonly RouteOptions[],
  version: string,
  examples: readonly RecordedExample[],
): Promise<DocumentFiles> => {
  const document = await describeInterface(routes, version, examples)
  return {
    ...inBothForms('openapi', document),
    ...inBothForms('control', await describeControlPlane(routes, version)),
    'operations.json': JSON.stringify(singleOperations(document)),
  }
}

const inBothForms = (name: string, document: OpenApiDocument): DocumentFiles => ({
  [`${name}.json`]: `${JSON.stringify(document, null, 2)}\n`,
  [`${name}.yaml`]: stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
})
