import type { FuzzRequest } from '../core/request.ts'
import { credentials, disturb } from './headers.ts'
import { mutate } from './mutate.ts'
import { ODD_NAMES, writeJson } from './odd-values.ts'
import type { KnownUpload } from './pool.ts'
import type { Scene, Step } from './step.ts'

/** Beginning an upload, sending bytes, looking at it, ending it. */
export const useUpload = (scene: Scene): Step => {
  const { random, pool } = scene
  const upload = pool.uploads.length > 0 ? random.pick(pool.uploads) : undefined
  const kind = random.weighted({ begin: 4, part: upload ? 6 : 0, single: 3, show: 1, abort: 0.5 })
  if (kind === 'begin') return begin(scene)
  if (kind === 'single') return sendSingle(scene)
  if (kind === 'part' && upload) return sendPart(scene, upload)
  const id = upload?.uploadId ?? random.pick(['x', '..', '%00', 'constructor'])
  const method = kind === 'show' ? 'GET' : 'DELETE'
  return step(scene, { method, path: `/_files/uploads/${id}`, headers: credentials(scene) })
}

const step = (scene: Scene, request: FuzzRequest, learn?: Step['learn']): Step => ({
  request: disturb(scene.tenant.isWild ? { ...request, patienceMs: 1_000 } : request, scene),
  ...(learn && { learn }),
})

const begin = (scene: Scene): Step => {
  const { random, files } = scene
  const declared = {
    name: random.pick([...files.keys(), ...ODD_NAMES]),
    size: random.pick([0, 10, 5_000, 102_401, 300_000, 5 * 2 ** 30]),
    ...(random.chance(0.3) && { type: random.pick(['image/png', 'x', 'a'.repeat(201)]) }),
    ...(random.chance(0.3) && { partSizeBytes: random.pick([102_400, 102_399, 5 * 2 ** 30]) }),
  }
  const body = Buffer.from(writeJson(random.chance(0.2) ? mutate(declared, random) : declared))
  const headers: [string, string][] = [['Content-Type', 'application/json'], ...credentials(scene)]
  return step(scene, { method: 'POST', path: '/_files/uploads', headers, body })
}

const bytesFor = ({ random, files }: Scene): Buffer => {
  const file = Buffer.from(files.get(random.pick([...files.keys()])) ?? '')
  if (random.chance(0.4) && file.length > 0)
    for (let count = random.between(1, 20); count > 0; count -= 1)
      file[random.below(file.length)] = random.below(256)
  return random.chance(0.02) ? Buffer.concat([file, Buffer.alloc(102_400)]) : file
}

const sendPart = (scene: Scene, upload: KnownUpload): Step => {
  const { random } = scene
  const number = random.chance(0.9)
    ? random.between(1, 3)
    : random.pick(['0', '-1', '01', '1e3', '10001', 'x'])
  const headers = credentials(scene)
  if (random.chance(0.05)) headers.push(['Content-MD5', 'x'])
  return step(
    scene,
    {
      method: 'PUT',
      path: `/_files/uploads/${upload.uploadId}/parts/${number}`,
      headers,
      body: bytesFor(scene),
    },
    (_answer, body) => {
      const { result } = (body ?? {}) as { result?: { partNumber: number; etag: string } | null }
      if (result?.etag === undefined) return
      const others = upload.parts.filter(({ partNumber }) => partNumber !== result.partNumber)
      const { partNumber, etag } = result
      upload.parts.splice(0, upload.parts.length, ...others, { partNumber, etag })
      upload.parts.sort((one, other) => one.partNumber - other.partNumber)
    },
  )
}

const sendSingle = (scene: Scene): Step => {
  const { random, files } = scene
  const name = random.pick([...files.keys(), ...ODD_NAMES]).toWellFormed()
  return step(scene, {
    method: 'POST',
    path: `/_files/uploads/single?name=${encodeURIComponent(name)}`,
    headers: [
      ...credentials(scene),
      ...(random.chance(0.3) ? [['Content-Type', 'image/png'] as const] : []),
    ],
    body: bytesFor(scene),
  })
}

const CONDITIONS: readonly (readonly [string, string])[] = [
  ['Range', 'bytes=0-9'],
  ['Range', 'bytes=-1'],
  ['Range', 'bytes=9999999999-'],
  ['Range', `bytes=${'0-1,'.repeat(500)}2-3`],
  ['Range', 'bytes=a-b'],
  ['If-None-Match', '"x"'],
  ['If-Match', '*'],
  ['If-Modified-Since', 'x'],
  ['If-Range', '"x"'],
]

/** Reading a file or a picture by its signed URL, which is sometimes changed. */
export const download = (scene: Scene): Step => {
  const { random, pool } = scene
  return readSigned(scene, pool.signedPaths.length > 0 ? random.pick(pool.signedPaths) : undefined)
}

/** The same of a known path. */
export const readSigned = (scene: Scene, known: string | undefined): Step => {
  const { random, tenant } = scene
  const path = known ?? `/_files/${tenant.id}/nothing?expires=1&signature=00`
  const headers = random.chance(0.3) ? [random.pick(CONDITIONS)] : []
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'PUT'])
  return step(scene, {
    method,
    path: random.chance(0.3) ? changed(path, scene) : path,
    headers,
    ...(method === 'PUT' && { body: bytesFor(scene) }),
  })
}

const changed = (path: string, { random, stranger, tenant }: Scene): string => {
  const at = random.between(1, path.length - 1)
  switch (random.below(5)) {
    case 0:
      return path.slice(0, at)
    case 1:
      return `${path}&expires=99999999999999`
    case 2:
      return path.replace(tenant.id, stranger.id)
    case 3:
      return `${path.slice(0, at)}${random.pick(['%00', '%2e', '/', '%', '..', ';'])}${path.slice(at)}`
    default:
      return path.slice(0, at) + random.pick(['0', 'a', 'Z', '_']) + path.slice(at + 1)
  }
}
