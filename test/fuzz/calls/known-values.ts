import { ODD_NAMES } from './odd-values.ts'
import type { Scene } from './scene.ts'

/** Values that belong together, from what was learned: an upload with its parts, a file with its path. */
export const KNOWN_VALUES: Readonly<Record<string, (scene: Scene) => unknown>> = {
  E4: (scene) => ({ param: { assetIdList: idsFor('E4', scene) } }),
  E21: (scene) => ({ param: { assetIdList: idsFor('E21', scene) } }),
  E13: ({ random, pool }) => {
    const upload = pool.uploads.length > 0 ? random.pick(pool.uploads) : undefined
    if (!upload) return undefined
    const { filePath, uploadId, parts } = upload
    const partETags = [...parts].sort().map(([partNumber, etag]) => ({ partNumber, etag }))
    return { param: { filePath, uploadId, partETags } }
  },
  E16: ({ random, pool, files }) => {
    const path = pool.find(random, 'E16', 'path') ?? 'p'
    const fileList = Array.from({ length: random.pick([1, 1, 2, 5]) }, () => ({
      path: random.chance(0.9) ? path : 'never/sent.png',
      name: random.pick([...files.keys(), ...ODD_NAMES]) || 'x',
      ...(random.chance(0.5) && { type: random.pick(['image/png', 'text/html', 'video/mp4']) }),
      ...(random.chance(0.3) && { size: random.pick([0, 1, 9_999, 5_000_000]) }),
    }))
    return { param: { fileList } }
  },
  'POST /open-api/oauth/get-token': ({ tenant }) => {
    const { clientId, clientKey } = tenant.fixtures.app
    return { clientId, clientKey }
  },
  'POST /_files/uploads': ({ random, files }) => ({
    name: random.pick([...files.keys(), ...ODD_NAMES]),
    size: random.pick([0, 10, 5_000, 102_401, 300_000, 5 * 2 ** 30]),
    ...(random.chance(0.3) && { type: random.pick(['image/png', 'x', 'a'.repeat(201)]) }),
    ...(random.chance(0.3) && { partSizeBytes: random.pick([102_400, 102_399, 5 * 2 ** 30]) }),
  }),
  'POST /_sandbox/seed': (scene) => seedOf(scene),
}

const idsFor = (operation: string, { random, pool }: Scene): unknown[] =>
  Array.from(
    { length: random.between(1, 4) },
    () => pool.find(random, operation, 'assetIdList') ?? 100_001,
  )

/** A seed file with one row; its schema says nothing about rows. */
const seedOf = ({ random, pool }: Scene): unknown => {
  const id = random.pick([1, 5, 100_001, Number.MAX_SAFE_INTEGER, random.below(1e9)])
  const name = random.pick(ODD_NAMES)
  const extension = random.pick(['png', 'constructor', 'x'.repeat(300), 'svg'])
  const part = { id: id + 1, name, extension, mediaType: 'picture', sizeBytes: 10 }
  const path = pool.find(random, 'E16', 'path') ?? 'p'
  return random.pick<object>([
    { assets: [{ id, name, extension, createdAtMs: 0, tags: ['a'], subResources: [part] }] },
    { atoms: [{ id, path, name: 'a.constructor', type: 'image/png', size: 9_999 }] },
    { users: [{ id, email: `u${id}@example.com` }] },
    { collections: [{ id, name, parentId: 3_001, assetIds: [100_001] }] },
    { collections: [{ id, name, isArchive: true }] },
    { fixtures: { constructor: { id } } },
  ])
}
