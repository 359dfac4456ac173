import { describe, expect, test } from 'vitest'
import type { Coverage } from '#src/instruments/coverage/coverage-schema.ts'
import { mergeCoverage } from '#src/instruments/coverage/summarise-coverage.ts'
import { act } from '#test/kit/acts.ts'
import { coverageOf, expectAgreement, sumsOfCoverage } from '#test/kit/coverage.ts'
import {
  idOf,
  makeTokens,
  SUMS_OF_WORKERS,
  WORKERS,
  workEverywhere,
} from '#test/kit/parallel-workers.ts'
import { injectServer, TOKEN } from '#test/kit/server.ts'

describe('the coverage of 50 parallel workers', () => {
  test('is the sum of all their calls in one workspace, and has the numbers of the journal', async () => {
    const server = await injectServer()
    await workEverywhere(server, Array(WORKERS).fill(TOKEN))
    expect(await expectAgreement(server)).toEqual(SUMS_OF_WORKERS)
    const all = await coverageOf(server, '?all=true')
    expect(sumsOfCoverage(all)).toEqual(SUMS_OF_WORKERS)
    expect(all.workspaces).toBe(1)
  })

  test('is the sum of 50 workspaces, also while and after they are removed', async () => {
    const server = await injectServer()
    const tokens = await makeTokens(server)
    await workEverywhere(server, tokens)
    for (const [worker, token] of tokens.entries()) {
      const own = await expectAgreement(server, idOf(token))
      expect(own).toEqual({ 'E1 0': 1, 'E8 0': 3 + (worker % 5), 'E8 90020001': 1 })
    }
    const before = await coverageOf(server, '?all=true')
    expect(sumsOfCoverage(before)).toEqual(SUMS_OF_WORKERS)
    const reads: Promise<Coverage>[] = []
    for (const token of tokens) {
      reads.push(coverageOf(server, '?all=true'))
      await act(server, `/workspaces/${idOf(token)}`, undefined, 'DELETE')
    }
    for (const read of [...(await Promise.all(reads)), await coverageOf(server, '?all=true')]) {
      expect(sumsOfCoverage(read)).toEqual(SUMS_OF_WORKERS)
      expect(read.workspaces).toBe(WORKERS)
      expect(read.summary).toEqual(before.summary)
      expect(read.missing).toEqual(before.missing)
    }
  })

  test('is the same when the files of 50 workspaces are merged', async () => {
    const server = await injectServer()
    const tokens = await makeTokens(server)
    await workEverywhere(server, tokens)
    const parts = await Promise.all(
      tokens.map((token) => coverageOf(server, `?workspace=${idOf(token)}`)),
    )
    const all = await coverageOf(server, '?all=true')
    expect(mergeCoverage(parts)).toEqual(all)
  })
})
