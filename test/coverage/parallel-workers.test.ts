import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Coverage } from '#src/coverage/coverage-schema.ts'
import { mergeCoverage } from '#src/coverage/merge-coverage.ts'
import { act } from '#test/kit/acts.ts'
import { runCli } from '#test/kit/cli.ts'
import { coverageOf, expectAgreement, type Sums, sumsOfCoverage } from '#test/kit/coverage.ts'
import { otherWorkspace } from '#test/kit/databases.ts'
import { freshFolder } from '#test/kit/process.ts'
import { startServer, type TestServer, TOKEN } from '#test/kit/server.ts'

const WORKERS = 50

const USER_IDS = { param: { userIds: [1001] } }

/** The calls of a worker, over sockets of its own: some succeed, some are refused, some workers make more. */
const work = async (server: TestServer, token: string, worker: number): Promise<void> => {
  const calls = [
    ...Array.from({ length: 3 + (worker % 5) }, () =>
      server.call('E8', undefined, { token, body: USER_IDS }),
    ),
    server.call('E8', undefined, { token, body: { param: {} } }),
    server.call('E1', undefined, { token, body: { param: { page: 1 } } }),
  ]
  for (const reply of await Promise.all(calls)) expect(reply.status).toBe(200)
}

/** The sum over all workers: 3 + 4 + 5 + 6 + 7 for every five of them. */
const EXPECTED: Sums = {
  'E1 0': WORKERS,
  'E8 0': (WORKERS / 5) * 25,
  'E8 90020001': WORKERS,
}

const workEverywhere = async (server: TestServer, tokens: readonly string[]): Promise<void> => {
  await Promise.all(tokens.map((token, worker) => work(server, token, worker)))
}

const makeTokens = (server: TestServer): Promise<string[]> =>
  Promise.all(Array.from({ length: WORKERS }, async () => (await otherWorkspace(server)).token))

const idOf = (token: string): string => token.slice(0, 8)

describe('the coverage of 50 parallel workers', () => {
  test('is the sum of all their calls in one workspace, and has the numbers of the journal', async () => {
    const server = await startServer()
    await workEverywhere(server, Array(WORKERS).fill(TOKEN))
    expect(await expectAgreement(server)).toEqual(EXPECTED)
    const all = await coverageOf(server, '?all=true')
    expect(sumsOfCoverage(all)).toEqual(EXPECTED)
    expect(all.workspaces).toBe(1)
  })

  test('is the sum of 50 workspaces, also while and after they are removed', async () => {
    const server = await startServer()
    const tokens = await makeTokens(server)
    await workEverywhere(server, tokens)
    for (const [worker, token] of tokens.entries()) {
      const own = await expectAgreement(server, idOf(token))
      expect(own).toEqual({ 'E1 0': 1, 'E8 0': 3 + (worker % 5), 'E8 90020001': 1 })
    }
    const before = await coverageOf(server, '?all=true')
    expect(sumsOfCoverage(before)).toEqual(EXPECTED)
    const reads: Promise<Coverage>[] = []
    for (const token of tokens) {
      reads.push(coverageOf(server, '?all=true'))
      await act(server, `/workspaces/${idOf(token)}`, undefined, 'DELETE')
    }
    for (const read of [...(await Promise.all(reads)), await coverageOf(server, '?all=true')]) {
      expect(sumsOfCoverage(read)).toEqual(EXPECTED)
      expect(read.workspaces).toBe(WORKERS)
      expect(read.summary).toEqual(before.summary)
      expect(read.missing).toEqual(before.missing)
    }
  })

  test('is the same when the files of 50 workspaces are merged', async () => {
    const server = await startServer()
    const tokens = await makeTokens(server)
    await workEverywhere(server, tokens)
    const parts = await Promise.all(
      tokens.map((token) => coverageOf(server, `?workspace=${idOf(token)}`)),
    )
    const all = await coverageOf(server, '?all=true')
    expect(mergeCoverage(parts)).toEqual(all)
    const folder = freshFolder()
    const files = parts.map((part, index) => {
      const file = join(folder, `${index}.json`)
      writeFileSync(file, JSON.stringify(part))
      return file
    })
    const { code, stdout, stderr } = await runCli(['coverage', '--json', '--from', ...files])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(all)
  })

  test('keeps the calls of workspaces that end while they are called', async () => {
    const server = await startServer()
    const tokens = await makeTokens(server)
    await workEverywhere(server, tokens)
    const late = tokens.map(async (token) => {
      const call = server.call('E8', undefined, { token, body: USER_IDS })
      await act(server, `/workspaces/${idOf(token)}`, undefined, 'DELETE')
      const { code } = (await call).body as { code: string }
      return code
    })
    const succeeded = (await Promise.all(late)).filter((code) => code === '0').length
    const sums = sumsOfCoverage(await coverageOf(server, '?all=true'))
    expect(sums['E8 0']).toBe((EXPECTED['E8 0'] ?? 0) + succeeded)
  })
})
