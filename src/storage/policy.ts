import { equalsSecretly } from '../kernel/signature.ts'
import { parseHttpDate } from '../kernel/timestamps.ts'
import { type GrantSecrets, StorageError } from './protocol.ts'
import {
  hmacOfV1,
  hmacOfV4,
  judgeToken,
  OSS_V4,
  readCredential,
  S3_V4,
  type Signature,
  wrongSignature,
} from './signature.ts'

/** The fields of a form that come before its file, as they were sent. */
export type FormFields = ReadonlyMap<string, string>

export interface JudgedForm {
  key: string
  minBytes: number
  maxBytes: number
}

/** What the form says of its signature. */
export interface FormSignature
  extends Pick<
    Signature,
    'dialect' | 'scheme' | 'accessKeyId' | 'securityToken' | 'value' | 'scope'
  > {
  /** Base64, which the signature covers. */
  policy: string
}

const denied = (reason: string) =>
  new StorageError('AccessDenied', 403, `Invalid according to Policy: ${reason}`)

const invalidPolicy = (reason: string) =>
  new StorageError('InvalidPolicyDocument', 400, `Invalid Policy: ${reason}`)

/** Fields that no policy has to name, beside those with the prefix `x-ignore-`. */
const UNNAMED: ReadonlySet<string> = new Set(['policy', 'x-amz-signature', 'file'])

const lowerNames = (fields: FormFields): Map<string, string> =>
  new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]))

export const readFormSignature = (fields: FormFields): FormSignature => {
  const named = lowerNames(fields)
  const get = (name: string) => named.get(name) ?? ''
  const policy = get('policy')
  const scheme = [S3_V4, OSS_V4].find(
    ({ names, prefix }) => named.has(names.algorithm) || named.has(`${prefix}signature`),
  )
  if (!scheme) {
    const accessKeyId = get('ossaccesskeyid')
    const value = get('signature')
    if (!policy || !accessKeyId || !value)
      throw new StorageError(
        'AccessDenied',
        403,
        'A form must contain fields named policy, OSSAccessKeyId and Signature.',
      )
    return {
      dialect: 'oss',
      scheme,
      accessKeyId,
      value,
      policy,
      scope: '',
      securityToken: named.get('x-oss-security-token'),
    }
  }
  const { dialect, prefix, names, algorithm } = scheme
  const value = get(`${prefix}signature`)
  if (!policy || !value || get(names.algorithm) !== algorithm)
    throw new StorageError(
      'InvalidArgument',
      400,
      `A form must contain fields named policy, ${prefix}signature and ${names.algorithm}, which is ${algorithm}.`,
    )
  const { accessKeyId, scope } = readCredential(get(`${prefix}credential`), scheme)
  if (!get(`${prefix}date`).startsWith(scope.slice(0, 8)))
    throw new StorageError(
      'InvalidArgument',
      400,
      `The date of the credential must be that of ${prefix}date.`,
    )
  return {
    dialect,
    scheme,
    accessKeyId,
    value,
    policy,
    scope,
    securityToken: named.get(`${prefix}security-token`),
  }
}

/** Verifies a form: its token, its signature, and every condition of its policy, whose expiration is judged by real time. */
export const judgePolicy = (
  fields: FormFields,
  signature: FormSignature,
  grant: GrantSecrets,
  nowMs: number,
  fileName: string,
): JudgedForm => {
  judgeToken(signature, grant)
  const { scheme, policy, scope } = signature
  const expected = scheme ? hmacOfV4(scheme, scope, grant, policy) : hmacOfV1(policy, grant)
  if (!equalsSecretly(signature.value, expected)) throw wrongSignature()
  const named = lowerNames(fields)
  const key = named.get('key') ?? ''
  if (key === '')
    throw new StorageError('InvalidArgument', 400, "A form must contain a field named 'key'.")
  named.set(
    'key',
    key.replaceAll('$' + '{filename}', () => fileName.replace(/^.*[/\\]/s, '')),
  )
  if ((named.get('bucket') ?? grant.bucket) !== grant.bucket)
    throw denied('the field bucket names another bucket.')
  named.set('bucket', grant.bucket)
  const { expiration, conditions } = readPolicy(policy)
  if (nowMs > expiration) throw denied('Policy expired.')
  const form: JudgedForm = {
    key: named.get('key') ?? '',
    minBytes: 0,
    maxBytes: Number.MAX_SAFE_INTEGER,
  }
  const covered = new Set(UNNAMED).add('bucket')
  for (const condition of conditions) judgeCondition(condition, named, form, covered)
  const extra = [...named.keys()].filter(
    (name) => !covered.has(name) && !name.startsWith('x-ignore-'),
  )
  // OSS has no such rule.
  if (scheme === S3_V4 && extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`)
  return form
}

const readPolicy = (text: string): { expiration: number; conditions: unknown[][] } => {
  const { expiration, conditions } = parseJson(Buffer.from(text, 'base64').toString())
  const deadline =
    typeof expiration === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(expiration)
      ? parseHttpDate(expiration)
      : undefined
  if (deadline === undefined)
    throw invalidPolicy('expiration must be a time such as 2030-01-31T12:00:00Z.')
  if (!Array.isArray(conditions)) throw invalidPolicy('conditions must be a list.')
  return { expiration: deadline, conditions: conditions.flatMap(readCondition) }
}

const parseJson = (text: string): { expiration?: unknown; conditions?: unknown } => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Refused below, as any text that is no object.
  }
  throw invalidPolicy('it must be a JSON object in Base64.')
}

/** An object stands for one condition of equality for each of its fields. */
const readCondition = (condition: unknown): unknown[][] => {
  if (Array.isArray(condition)) return [condition]
  if (typeof condition !== 'object' || condition === null)
    throw invalidPolicy('a condition must be a list or an object.')
  return Object.entries(condition).map(([name, value]) => ['eq', `$${name}`, value])
}

const judgeCondition = (
  condition: unknown[],
  named: FormFields,
  form: JudgedForm,
  covered: Set<string>,
): void => {
  const [operator, name, expected] = condition
  const kind = String(operator).toLowerCase()
  if (kind === 'content-length-range') return narrow(form, Number(name), Number(expected))
  const test = OPERATORS.get(kind)
  if (!test || typeof name !== 'string' || !name.startsWith('$') || condition.length !== 3)
    throw invalidPolicy(`${JSON.stringify(condition)} is not a condition.`)
  const field = name.slice(1).toLowerCase()
  const value = named.get(field)
  if (value === undefined || !test(value, expected))
    throw denied(`Policy Condition failed: ${JSON.stringify(condition)}`)
  covered.add(field)
}

const narrow = (form: JudgedForm, min: number, max: number): void => {
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min < 0)
    throw invalidPolicy('content-length-range must have two numbers of bytes.')
  form.minBytes = Math.max(form.minBytes, min)
  form.maxBytes = Math.min(form.maxBytes, max)
}

const isIn = (value: string, list: unknown): boolean => Array.isArray(list) && list.includes(value)

const OPERATORS: ReadonlyMap<string, (value: string, expected: unknown) => boolean> = new Map<
  string,
  (value: string, expected: unknown) => boolean
>([
  ['eq', (value, expected) => typeof expected !== 'object' && value === String(expected)],
  ['starts-with', (value, expected) => typeof expected === 'string' && value.startsWith(expected)],
  // Of OSS only.
  ['in', isIn],
  ['not-in', (value, list) => Array.isArray(list) && !list.includes(value)],
])
