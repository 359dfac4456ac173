import { describe, expect, test } from 'vitest'
import { makeOddArchive } from './archives/odd-archive.ts'
import { withContent } from './archives/tar.ts'
import type { Routes } from './calls/routes.ts'
import { makeScene, readSampleFiles } from './calls/scene.ts'
import { nextStep } from './calls/sequence.ts'
import { randomFor } from './core/random.ts'
import { encodeRequest } from './core/request.ts'
import type { Tenant } from './core/tenant.ts'

const tenant = {
  id: '00000000',
  fixtures: {
    app: { accessToken: 'token', clientId: 'client', clientKey: 'key' },
    assets: { ids: [100_001] },
    atoms: { ids: [700_001] },
  },
  isWild: true,
} as unknown as Tenant

const ROUTE = { parameters: [], needs: 'token', contentType: 'application/json', body: {} } as const
const KINDS = ['operation', 'token', 'file', 'control'] as const

const routes: Routes = {
  all: KINDS.map((kind) => ({ ...ROUTE, kind, id: kind, key: kind, method: 'POST', path: '/a' })),
  named: {},
}

/** The bytes of the first requests of a sequence. */
const requestsOf = (seed: number, sequence: number): string[] => {
  const random = randomFor(seed, 'calls', sequence)
  const scene = makeScene(random, [tenant], { routes, files: readSampleFiles() })
  return Array.from({ length: 40 }, (_, position) =>
    encodeRequest(nextStep(scene, position).request).toString('base64'),
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
    const empty = { header: Buffer.alloc(512, 'm'), content: Buffer.alloc(0) }
    const entry = withContent(empty, Buffer.from('{}'))
    const archive = Buffer.concat([entry.header, entry.content, Buffer.alloc(1_024)])
    const changed = (index: number) =>
      makeOddArchive(archive, randomFor(1, 'archives', index)).bytes
    for (let index = 0; index < 20; index += 1) expect(changed(index)).toEqual(changed(index))
  })

  test('spreads numbers over their range', () => {
    const random = randomFor(1, 'spread')
    const numbers = Array.from({ length: 10_000 }, () => random.below(10))
    for (let wanted = 0; wanted < 10; wanted += 1)
      expect(numbers.filter((number) => number === wanted).length).toBeGreaterThan(800)
    expect(Math.max(...numbers)).toBe(9)
  })
})
