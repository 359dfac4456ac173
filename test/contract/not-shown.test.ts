import { describe, expect, test } from 'vitest'
import { type AssumptionId, assumption } from '#src/contract/assumptions/index.ts'
import { CATALOGUE } from '#src/endpoints/index.ts'
import { answerCodes } from './answer-codes.ts'

/** Each sentence of the document that says "not shown" or "do not distinguish", in its order, and the numbers that decide it. */
const NOT_SHOWN: readonly [sentence: string, ...numbers: AssumptionId[]][] = [
  ['Behaviour of those operations; access token', 'A-event-1', 'A-auth-7'],
  ['Meaning of numeric codes, status, scope', 'A-4-7', 'A-1-6', 'A-auth-12', 'A-1-1', 'A-7-4'],
  ['the response of asset detail is cut off', 'A-event-1'],
  ['Complete set of approvalStatus values of tasks', 'A-9-2'],
  ['Transitions of tasks and collections', 'A-9-2', 'A-1-6'],
  ['Lifecycle of an uploaded asset: file, bytes, parts', 'A-upload-1', 'A-13-1', 'A-16-1'],
  ['Which request fields are required and which are optional', 'A-request-1'],
  ['E1: Allowed values of scope and sort', 'A-1-1', 'A-1-2'],
  ['E4: The remainder of the response of asset detail', 'A-event-1'],
  ['E5: Allowed values of category and meaning of finished', 'A-5-3', 'A-5-1'],
  ['E6: Meanings of filter type values', 'A-6-2'],
  ['E12: Allowed values of templateCode and modelCode', 'A-12-2'],
  ['E22: Response on success', 'A-22-1'],
  ['Access-token: which occurrence is authoritative', 'A-auth-9'],
  ['Their paths, payloads and responses', 'A-auth-7'],
  ['Computation of S-Sign', 'A-auth-4'],
  ['Token lifetime and scopes', 'A-auth-8', 'A-event-1'],
  ['Outbound events sent by the service', 'A-event-1'],
  ['The full list of event type codes', 'A-3-1'],
  ['The common error code list', 'A-reply-3'],
  ['HTTP status codes other than 200', 'A-reply-3'],
  ['Rate limits', 'A-event-1'],
  ['Upload size limits, part sizes and page-size bounds', 'A-limit-3', 'A-page-1'],
  ['Samples send an extra header x-asm-prefer-tag', 'A-request-2'],
  ['Version negotiation beyond the path prefix', 'A-event-1'],
]

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9-]{4,}/g) ?? []

describe('what the document does not show', () => {
  test.each(NOT_SHOWN)('has numbers for "%s"', (sentence, ...numbers) => {
    const asked = wordsOf(sentence)
    const elsewhere = numbers.filter(
      (id) => !wordsOf(assumption(id).says).some((word) => asked.includes(word)),
    )
    expect(elsewhere, 'numbers whose text is about something else').toEqual([])
  })
})

const found = answerCodes(CATALOGUE)
const codes = found.map(({ path, name, numbers }) => [path, name, numbers] as const)

describe('every field of an answer that is named like a code', () => {
  test.each(codes)('cites numbers that speak of it: %s', (_path, name, numbers) => {
    const speaksOf = (id: AssumptionId): boolean => {
      const { says, does, variants = {} } = assumption(id)
      return [says, does, ...Object.values(variants)].some((text) => text.includes(name))
    }
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter((id) => !speaksOf(id))).toEqual([])
  })
})
