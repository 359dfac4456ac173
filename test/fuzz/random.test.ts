import { describe, expect, test } from 'vitest'
import { makeOddArchive } from './archives/odd-archive.ts'
import { withContent } from './archives/tar.ts'
import { readSampleFiles } from './calls/sample-files.ts'
import { makeScene, nextStep } from './calls/sequence.ts'
import type { Tenant } from './calls/stage.ts'
import { randomFor } from './core/random.ts'
import { encodeRequest } from './core/request.ts'

const tenant = {
  id: '00000000',
  accessToken: 'token',
  clientId: 'client',
  clientKey: 'key',
  appKey: 'app',
  fixtures: {
    assets: { ids: [100_001] },
    atoms: { ids: [700_001] },
    users: { owner: { id: 1_001, email: 'owner@example.com' } },
  },
  samples: {},
  isWild: true,
} as unknown as Tenant

const controlPlane = {
  routes: [{ method: 'POST', path: '/_sandbox/reset', parameters: [], body: { type: 'object' } }],
  named: {},
}

/** The bytes of the first requests of a sequence. */
const requestsOf = (seed: number, sequence: number): string[] => {
  const random = randomFor(seed, 'calls', sequence)
  const material = { controlPlane, files: readSampleFiles() }
  const scene = makeScene(random, { tenants: [tenant] }, material)
  return Array.from({ length: 40 }, (_, position) =>
    encodeRequest(nextStep(scene, position).request, 'x').toString('base64'),
  )
}

describe('the random generator', () => {
  test('makes equal requests for the same seed and sequence', () => {
    expect(requestsOf(42, 7)).toEqual(requestsOf(42, 7))
  })

  test('makes other requests for another seed or sequence', () => {
    expect(requestsOf(42, 7)).not.toEqual(requestsOf(43, 7))
    expect(requestsOf(42, 7)).not.toEqual(requestsOf(42, 8))
  })

  test('changes an archive in the same way for the same seed', () => {
    const entry = withContent(
      { header: Buffer.alloc(512, 'm'), content: Buffer.alloc(0) },
      Buffer.from('{}'),
    )
    const archive = Buffer.concat([entry.header, entry.content, Buffer.alloc(1_024)])
    const changed = (index: number) =>
      makeOddArchive(archive, randomFor(1, 'archives', index)).bytes
    for (let index = 0; index < 20; index += 1) expect(changed(index)).toEqual(changed(index))
  })

  test('spreads numbers over their range', () => {
    const random = randomFor(1, 'spread')
    const counts = new Map<number, number>()
    for (let round = 0; round < 10_000; round += 1) {
      const number = random.below(10)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    for (const count of counts.values()) expect(count).toBeGreaterThan(800)
  })
})
