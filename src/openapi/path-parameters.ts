const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['uploadId', 'Id of the upload, as its beginning answered it'],
  ['partNumber', 'Number of the part, from 1'],
  ['name', 'Name of the file, with its extension'],
])

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
}

const WORKSPACE = {
  in: 'path',
  name: 'workspace',
  required: true,
  description: 'Id of the workspace',
  schema: { type: 'string', pattern: '^[0-9a-f]{8}$' },
}

/** Parameters of paths and queries with a description; a signed URL names its workspace. */
export const describeParameters = (parameters: readonly object[], isSigned: boolean): object[] => [
  ...(isSigned ? [WORKSPACE] : []),
  ...(parameters as Parameter[])
    .filter(({ name }) => name !== 'workspace')
    .map(({ name, ...parameter }) => ({
      name,
      ...parameter,
      description: parameter.description ?? DESCRIPTIONS.get(name),
    })),
]

/** The query of a signed URL, which is used as it was answered. */
export const SIGNED_URL_PARAMETERS = [
  {
    in: 'query',
    name: 'expires',
    required: true,
    description: 'When the URL expires, epoch ms by the clock of the workspace',
    schema: { type: 'integer' },
    example: 1_735_689_600_000,
  },
  {
    in: 'query',
    name: 'signature',
    required: true,
    description: 'HMAC-SHA256 over path and expiry, 64 hexadecimal digits',
    schema: { type: 'string' },
    example: '<SIGNATURE>',
  },
]
