import { parseHttpDate } from '../kernel/timestamps.ts'
import { type GrantSecrets, StorageError } from './protocol.ts'
import { OSS_V4, readSignedV4, S3_V4, type Signed, verifyTexts } from './signature.ts'

/** The fields of a form that come before its file, with names in lower case. */
export type FormFields = ReadonlyMap<string, string>

export interface JudgedForm {
  key: string
  minBytes: number
  maxBytes: number
}

const denied = (reason: string) =>
  new StorageError('AccessDenied', `Invalid according to Policy: ${reason}`)

const invalidPolicy = (reason: string) =>
  new StorageError('InvalidPolicyDocument', `Invalid Policy: ${reason}`)

/** What a form says of its signature, which covers the policy. */
export const readFormSignature = (fields: FormFields): Signed => {
  const get = (name: string) => fields.get(name)
  const scheme = [S3_V4, OSS_V4].find(
    ({ algorithmParameter, prefix }) => get(algorithmParameter) ?? get(`${prefix}signature`),
  )
  const value = get(scheme ? `${scheme.prefix}signature` : 'signature')
  if (!get('policy') || !value)
    throw new StorageError('AccessDenied', 'A form must have a policy and its signature.')
  if (scheme) return readSignedV4(scheme, get)
  const accessKeyId = get('ossaccesskeyid') ?? ''
  const securityToken = get('x-oss-security-token')
  return { scheme, accessKeyId, securityToken, value, scope: '' }
}

/** Verifies a form: token, signature, and every condition of its policy, whose expiration is judged by real time. */
export const judgePolicy = (
  fields: FormFields,
  signature: Signed,
  grant: GrantSecrets,
  nowMs: number,
  fileName: string,
): JudgedForm => {
  const policy = fields.get('policy') ?? ''
  verifyTexts([policy], signature, grant)
  const baseName = fileName.replace(/^.*[/\\]/s, '')
  const key = (fields.get('key') ?? '').replaceAll(FILE_NAME, () => baseName)
  if (key === '') throw new StorageError('InvalidArgument', 'A form must have a field named key.')
  const { bucket } = grant
  if ((fields.get('bucket') ?? bucket) !== bucket) throw denied('wrong bucket.')
  const judged = new Map([...fields, ['key', key], ['bucket', bucket]])
  const { expirationMs, conditions } = readPolicy(policy)
  if (nowMs > expirationMs) throw denied('Policy expired.')
  const form = { key, minBytes: 0, maxBytes: Number.MAX_SAFE_INTEGER }
  const covered = new Set(['bucket', 'policy', 'file', 'x-amz-signature'])
  for (const condition of conditions) {
    if (condition[0] === 'content-length-range') narrow(form, condition)
    else covered.add(judgeCondition(condition, judged))
  }
  const extra = [...judged.keys()].filter(
    (name) => !covered.has(name) && !name.startsWith('x-ignore-'),
  )
  // OSS has no such rule.
  if (signature.scheme === S3_V4 && extra.length > 0)
    throw denied(`Extra input fields: ${extra.join(', ')}`)
  return form
}

/** What a key says in place of the name of the file. */
const FILE_NAME = `\${${'filename'}}`

const readPolicy = (base64: string): { expirationMs: number; conditions: unknown[][] } => {
  const { expiration, conditions } = parseJson(Buffer.from(base64, 'base64').toString())
  const expirationMs = INSTANT.test(String(expiration))
    ? parseHttpDate(String(expiration))
    : undefined
  if (expirationMs === undefined)
    throw invalidPolicy('expiration must be such as 2030-01-31T12:00:00Z.')
  if (!Array.isArray(conditions)) throw invalidPolicy('conditions must be a list.')
  return { expirationMs, conditions: conditions.flatMap(readCondition) }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

const parseJson = (text: string): { expiration?: unknown; conditions?: unknown } => {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw invalidPolicy('it must be JSON in Base64.')
  }
}

/** An object stands for a condition of equality for each of its fields. */
const readCondition = (condition: unknown): unknown[][] =>
  Array.isArray(condition)
    ? [condition]
    : Object.entries(Object(condition)).map(([name, value]) => ['eq', `$${name}`, value])

const judgeCondition = (condition: unknown[], fields: FormFields): string => {
  const [operator, name, expected] = condition
  const test = OPERATORS.get(String(operator).toLowerCase())
  const [, field] = /^\$(.+)$/s.exec(String(name).toLowerCase()) ?? []
  if (!test || field === undefined || condition.length !== 3)
    throw invalidPolicy(`${JSON.stringify(condition)} is not a condition.`)
  const value = fields.get(field)
  if (value === undefined || !test(value, expected))
    throw denied(`Policy Condition failed: ${JSON.stringify(condition)}`)
  return field
}

const narrow = (form: JudgedForm, [, min, max]: unknown[]): void => {
  const [least, most] = [Number(min), Number(max)]
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most))
    throw invalidPolicy('content-length-range must have two numbers of bytes.')
  form.minBytes = Math.max(form.minBytes, least)
  form.maxBytes = Math.min(form.maxBytes, most)
}

type Test = (value: string, expected: unknown) => boolean

const OPERATORS = new Map<string, Test>([
  ['eq', (value, expected) => value === expected],
  ['starts-with', (value, prefix) => typeof prefix === 'string' && value.startsWith(prefix)],
  // Of OSS only.
  ['in', (value, list) => Array.isArray(list) && list.includes(value)],
  ['not-in', (value, list) => Array.isArray(list) && !list.includes(value)],
])
