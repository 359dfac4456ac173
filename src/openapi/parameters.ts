import type { AssumptionId } from '../contract/assumptions/index.ts'
import { headersOf, type RequestHeaderName } from '../contract/headers.ts'
import { ASSUMED_BY, PROVENANCE } from '../contract/known-field.ts'
import type { Operation } from '../contract/operation.ts'
import type { SupportingRouteName } from '../contract/supporting-routes.ts'
import { FIRST_OF_SECURITY, isOfSecurity } from './interface-head.ts'

/**
 * The request headers of a call as parameters that a client may omit. Headers of security schemes are among them: Postman
 * and Bruno send only the first scheme of several. Importers send values that they invent for optional headers, unless
 * there is a default; an empty header counts as absent.
 */
export const headerParameters = (call: Operation | SupportingRouteName): object[] =>
  headersOf(call)
    .filter(({ name }) => name !== FIRST_OF_SECURITY)
    .map(({ name, description, example, known, numbers }) => ({
      in: 'header',
      name,
      required: false,
      description,
      ...schemaOf(name, example),
      [PROVENANCE]: known,
      [ASSUMED_BY]: numbers,
    }))

const schemaOf = (name: RequestHeaderName, example: string | undefined): object => {
  if (!isOfSecurity(name)) return { schema: { type: 'string', default: '' } }
  // Callers have their own values of all but this one.
  if (name === 'Token-type') return { schema: { type: 'string', default: 'bearer' } }
  return { schema: { type: 'string' }, example }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Readonly<Record<string, unknown>>
}

const ours = (...numbers: AssumptionId[]) => ({ [PROVENANCE]: 'invented', [ASSUMED_BY]: numbers })

const WORKSPACE = {
  in: 'path',
  name: 'workspace',
  required: true,
  description: 'Id of the workspace',
  schema: { type: 'string', pattern: '^[0-9a-f]{8}$' },
  ...ours('A-file-1'),
}

/** Parameters of paths and queries, which know how they are known; a signed URL names its workspace. */
export const describeParameters = (parameters: readonly object[], isSigned: boolean): object[] => [
  ...(isSigned ? [WORKSPACE] : []),
  ...(parameters as Parameter[]).filter(({ name }) => name !== 'workspace').map(withMarks),
]

/** Moves the marks of a schema to its parameter, where the description is too. */
const withMarks = ({ schema, ...parameter }: Parameter): object => {
  const { [PROVENANCE]: known, [ASSUMED_BY]: numbers, ...rest } = schema
  return {
    ...parameter,
    schema: rest,
    ...(known !== undefined && { [PROVENANCE]: known, [ASSUMED_BY]: numbers }),
  }
}

export const SIGNED_URL_PARAMETERS = [
  {
    in: 'query',
    name: 'expires',
    required: true,
    description: 'When the URL expires, epoch ms by the clock of the workspace',
    schema: { type: 'integer' },
    example: 1_735_689_600_000,
    ...ours('A-file-1'),
  },
  {
    in: 'query',
    name: 'signature',
    required: true,
    description: 'SHA-256 over path, expiry and a key, 64 hexadecimal digits',
    schema: { type: 'string' },
    example: '<SIGNATURE>',
    ...ours('A-file-1'),
  },
]
