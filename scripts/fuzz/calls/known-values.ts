import { ODD_NAMES } from './odd-values.ts'
import type { Scene } from './scene.ts'

/** Media types, and the kinds of assets that are no files. */
const FILE_TYPES = [
  'image/png',
  'text/html',
  'video/mp4',
  'content_text',
  'content_rtf',
  'res_group',
]

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
      ...(random.chance(0.5) && { type: random.pick(FILE_TYPES) }),
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
  'POST /_sandbox/seed': ({ random }) => ({
    users: [{ id: random.below(1e9), email: `u${random.below(1e9)}@example.com` }],
    collections: [{ id: random.below(1e9), name: random.pick(ODD_NAMES), assetIds: [100_001] }],
  }),
}

const idsFor = (operation: string, { random, pool }: Scene): unknown[] =>
  Array.from(
    { length: random.between(1, 4) },
    () => pool.find(random, operation, 'assetIdList') ?? 100_001,
  )
