import { describe, expect, test } from 'vitest'
import { FINDINGS, type FindingCode } from '#src/contract/findings/finding.ts'
import { injectServer } from '#test/kit/server.ts'
import { DATA_CASES } from './cases/data-cases.ts'
import { type FindingCases, seenIn } from './cases/finding-case.ts'
import { REQUEST_CASES } from './cases/request-cases.ts'
import { STORAGE_CASES } from './cases/storage-cases.ts'
import { TRAFFIC_CASES } from './cases/traffic-cases.ts'

/** A code without a case does not compile. */
const CASES: FindingCases<FindingCode> = {
  ...REQUEST_CASES,
  ...DATA_CASES,
  ...TRAFFIC_CASES,
  ...STORAGE_CASES,
}

test('every finding of the catalogue has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(Object.keys(FINDINGS).sort())
})

describe.each(Object.entries(CASES))('%s', (code, { options, trigger, nearMiss, field }) => {
  test('is found', async () => {
    const server = await injectServer(options?.())
    // Without what was meant.
    const seen = seenIn(await trigger(server)).map((one) => one.split(' ', 2).join(' '))
    expect(seen).toContain(field === undefined ? code : `${code} ${field}`)
  })

  test('is not found in a call that looks alike', async () => {
    const server = await injectServer(options?.())
    const codes = seenIn(await nearMiss(server)).map((finding) => finding.split(' ')[0])
    expect(codes).not.toContain(code)
  })
})
