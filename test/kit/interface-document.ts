import { serverRoutes } from '#scripts/print/server-routes.ts'
import type { OpenApiDocument } from '#src/openapi/describe-routes.ts'
import { describeInterface } from '#src/openapi/interface-document.ts'

/** The OpenAPI document of the interface, as the build writes it. */
export const interfaceDocument = async (): Promise<OpenApiDocument> =>
  describeInterface(await serverRoutes(), '0.0.0')
