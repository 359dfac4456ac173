import { readFileSync } from 'node:fs'
import type { OpenApiDocument } from '#src/openapi/describe-routes.ts'

/** The OpenAPI document of the interface, as the build writes it. */
export const interfaceDocument = (): OpenApiDocument =>
  JSON.parse(readFileSync('dist/openapi/openapi.json', 'utf8'))
