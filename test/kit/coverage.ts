import { expect } from 'vitest'
import type { Coverage, OperationCoverage } from '#src/instruments/coverage/coverage-schema.ts'
import { type Entry, listJournal } from './journal.ts'
import type { TestServer } from './server.ts'

/** Reads coverage: `?workspace=`, or `?all=true`. */
export const coverageOf = (server: TestServer, query = ''): Promise<Coverage> =>
  server.control<Coverage>(`/coverage${query}`)

export const covered = (
  { operations, supportingRoutes }: Coverage,
  name: string,
): OperationCoverage => {
  const found = [...operations, ...supportingRoutes].find(({ operation }) => operation === name)
  if (!found) throw new Error(`${name} is not covered`)
  return found
}

/** Calls by operation and code; a call without an answer counts as lost. */
export type Sums = Record<string, number>

const sumsOf = (calls: readonly [key: string, count: number][]): Sums => {
  const sums = new Map<string, number>()
  for (const [key, count] of calls) sums.set(key, count + (sums.get(key) ?? 0))
  return Object.fromEntries([...sums].filter(([, count]) => count > 0).sort())
}

export const sumsOfCoverage = ({ operations, supportingRoutes }: Coverage): Sums =>
  sumsOf(
    [...operations, ...supportingRoutes].flatMap(({ operation, outcomes }) =>
      outcomes.map(({ name, code, calls }): [string, number] => [
        `${operation} ${code ?? name}`,
        calls,
      ]),
    ),
  )

const sumsOfJournal = (entries: readonly Entry[]): Sums =>
  sumsOf(
    entries
      .filter(({ operation }) => operation !== null)
      .map(({ operation, code, transport }) => [
        `${operation} ${transport === 'complete' ? (code ?? 'no-code') : 'lost'}`,
        1,
      ]),
  )

/** Expects the numbers of coverage to be those of the journal, and at least some calls. */
export const expectAgreement = async (server: TestServer, workspace = 'default'): Promise<Sums> => {
  const coverage = await coverageOf(server, `?workspace=${workspace}`)
  const { entries, total } = await listJournal(server, `limit=1000&workspace=${workspace}`)
  expect(entries.length).toBe(total)
  const sums = sumsOfJournal(entries)
  expect(sumsOfCoverage(coverage)).toEqual(sums)
  for (const { operation, calls, outcomes } of coverage.operations)
    expect(calls, operation).toBe(outcomes.reduce((sum, one) => sum + one.calls, 0))
  return sums
}
