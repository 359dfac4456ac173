import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInstant } from '#src/kernel/timestamps.ts'
import { type FormFields, judgePolicy, readFormSignature } from '#src/storage/policy.ts'
import { OSS_V4, S3_V4, type Scheme, signingKey, unknownAccessKey } from '#src/storage/signature.ts'
import { ACCESS_KEY_ID, codeOf, GRANT, RECORDED, RECORDED_FORMS, REFUSED } from './recorded.ts'

const NOW = RECORDED[0]?.at ?? 0

const judge = (sent: FormFields, nowMs = NOW, fileName = 'photo.png') => {
  const fields = new Map([...sent].map(([name, value]) => [name.toLowerCase(), value]))
  const signature = readFormSignature(fields)
  if (signature.accessKeyId !== ACCESS_KEY_ID) throw unknownAccessKey()
  return judgePolicy(fields, signature, GRANT, nowMs, fileName)
}

interface Made {
  conditions?: unknown
  expiration?: unknown
  fields?: Record<string, string>
}

const KEY = `up/\${filename}`

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

const policyOf = (conditions: unknown, expiration: unknown = formatInstant(NOW + 60_000)) =>
  encode({ expiration, conditions })

const signV1 = (policy: string) =>
  createHmac('sha1', GRANT.accessKeySecret).update(policy).digest('base64')

const formOfV1 = ({ conditions = [], expiration, fields = {} }: Made): FormFields => {
  const policy = policyOf(conditions, expiration)
  const keys = { OSSAccessKeyId: ACCESS_KEY_ID, 'x-oss-security-token': GRANT.securityToken }
  return new Map(
    Object.entries({ key: KEY, ...keys, policy, Signature: signV1(policy), ...fields }),
  )
}

const formOfV4 = (scheme: Scheme, conditions: unknown[] = [], fields = {}): FormFields => {
  const { prefix, service, algorithm, algorithmParameter } = scheme
  const scope = `20261127/cn-hangzhou/${service}`
  const signed = {
    [algorithmParameter]: algorithm,
    [`${prefix}credential`]: `${ACCESS_KEY_ID}/${scope}`,
    [`${prefix}date`]: '20261127T161218Z',
    [`${prefix}security-token`]: GRANT.securityToken,
  }
  const policy = policyOf([signed, ['starts-with', '$key', 'up/'], ...conditions])
  const key = signingKey(scheme, scope, GRANT)
  const value = createHmac('sha256', key).update(policy).digest('hex')
  const all = { key: KEY, ...signed, policy, [`${prefix}signature`]: value, ...fields }
  return new Map(Object.entries(all))
}

const FORMS = [
  ['OSS V1', formOfV1({})],
  ['OSS V4', formOfV4(OSS_V4)],
  ['S3', formOfV4(S3_V4)],
] as const

describe('a form with a policy', () => {
  test.each(RECORDED_FORMS)('is accepted from $client, and gives key and bounds', ({ fields }) => {
    // The policy of boto3 names no Content-Type, so S3 would refuse the field.
    const type = fields['x-amz-algorithm'] === undefined && { 'Content-Type': 'image/png' }
    const form = new Map(Object.entries({ ...type, ...fields, key: KEY }))
    expect(judge(form)).toEqual({ key: 'up/photo.png', minBytes: 1, maxBytes: 1000 })
  })

  test.each(FORMS)('is accepted in %s, and uses the base name of the file', (_name, form) => {
    expect(judge(form, NOW, 'C:\\a\\图 $&.png').key).toBe('up/图 $&.png')
    expect(judge(form, NOW, '../../x').key).toBe('up/x')
  })

  test.each(FORMS)('is refused in %s for any altered byte of its signed fields', (name, form) => {
    const signed = fc.constantFrom(...[...form].filter(([field]) => field !== 'key'))
    const char = fc.constantFrom(...'abcdefgXYZ0123456789')
    fc.assert(
      fc.property(signed, fc.nat(), char, ([field, text], place, other) => {
        const altered = [...text].with(place % text.length, other).join('')
        fc.pre(altered !== text)
        const code = codeOf(() => judge(new Map(form).set(field, altered)))
        expect(code, `${name} ${field}`).toMatch(REFUSED)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['eq', ['eq', '$key', 'up/other.png']],
    ['an object', { key: 'up/other.png' }],
    ['starts-with', ['starts-with', '$key', 'down/']],
    ['another bucket', { bucket: 'dam-ffffffff' }],
    ['a missing field', ['starts-with', '$Content-Type', '']],
    ['in', ['in', '$key', ['up/a.png']]],
    ['not-in', ['not-in', '$key', ['up/photo.png']]],
    ['a number', { key: 1 }],
  ])('is refused for a condition that does not hold: %s', (_name, condition) => {
    for (const form of [formOfV1({ conditions: [condition] }), formOfV4(S3_V4, [condition])])
      expect(() => judge(form)).toThrow(/^Invalid according to Policy: Policy Condition failed/)
  })

  test('is accepted for conditions that hold, with names in any case', () => {
    const conditions = [
      { bucket: GRANT.bucket },
      ['eq', '$KEY', 'up/photo.png'],
      ['in', '$content-type', ['image/png', 'image/jpeg']],
      ['not-in', '$key', ['up/a']],
      ['content-length-range', 1, 10],
      ['content-length-range', '5', 20],
    ]
    const form = formOfV1({ conditions, fields: { 'Content-Type': 'image/png' } })
    expect(judge(form)).toEqual({ key: 'up/photo.png', minBytes: 5, maxBytes: 10 })
  })

  test.each(FORMS)('is refused in %s after its expiration, judged by real time', (_name, form) => {
    expect(codeOf(() => judge(form, NOW + 59_000))).toBe('accepted')
    expect(() => judge(form, NOW + 61_000)).toThrow('Policy expired.')
  })

  test('is refused in S3 for a field that the policy does not name, which OSS allows', () => {
    const fields = { success_action_status: '201' }
    const extra = 'Extra input fields: success_action_status'
    expect(() => judge(formOfV4(S3_V4, [], fields))).toThrow(extra)
    const ignored = formOfV4(S3_V4, [], { 'x-ignore-a': '1' })
    for (const form of [ignored, formOfV4(OSS_V4, [], fields), formOfV1({ fields })])
      expect(codeOf(() => judge(form))).toBe('accepted')
  })

  test.each([
    ...[{ conditions: {} }, { expiration: 'tomorrow' }, { expiration: 5 }],
    ...[['eq', '$key'], ['like', '$key', 'a'], [], ['content-length-range', 'a', 2]].map(
      (condition) => ({ conditions: [condition] }),
    ),
  ])('is refused as InvalidPolicyDocument for %j', (made: Made) => {
    expect(codeOf(() => judge(formOfV1(made)))).toBe('InvalidPolicyDocument')
  })

  test('is refused with a code of the protocol for any policy that is signed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isWhole) => {
        const policy = isWhole ? encode(value) : policyOf([value])
        const form = formOfV1({ fields: { policy, Signature: signV1(policy) } })
        const code = codeOf(() => judge(form))
        expect(code).toMatch(/^(accepted|InvalidPolicyDocument|AccessDenied)$/)
      }),
    )
  })

  test('is refused without policy, key or token', () => {
    const without = (name: string) => new Map([...formOfV1({})].filter(([field]) => field !== name))
    expect(codeOf(() => judge(without('policy')))).toBe('AccessDenied')
    expect(codeOf(() => judge(without('key')))).toBe('InvalidArgument')
    expect(codeOf(() => judge(without('x-oss-security-token')))).toBe('InvalidAccessKeyId')
  })
})
