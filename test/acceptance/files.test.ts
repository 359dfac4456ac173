import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { acceptanceTarget, type Target } from '#test/kit/acceptance.ts'

const UPLOADS = '/_files/uploads'
const COMPLETE = '/open-api/standard/v1/file/complete-multipart-upload'
const CREATE_ATOMS = '/open-api/standard/v2/asset-element/upload'
const INGEST = '/open-api/standard/call/material2group'
const DETAILS = '/open-api/standard/v2/asset/detail-list'
const ADD_TO_COLLECTION = '/open-api/standard/v1/asset/collection/add-asset'

const PART_BYTES = 102_400

type Json = Record<string, unknown>

/** Posts as the document has it and answers the payload of the success. */
const resultOf = async ({ post }: Target, path: string, param: object): Promise<Json> => {
  const { status, body, text } = await post(path, { param })
  expect(status, text).toBe(200)
  expect(body).toMatchObject({ code: '0', message: 'success' })
  return (body as { result: Json }).result
}

const get = async (address: unknown) => {
  const response = await fetch(String(address))
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')

/** A picture of more than two parts and at most three, in which no two pixels are alike. */
const photograph = (): Promise<Buffer> => {
  const [width, height] = [300, 270]
  const noise = Array.from({ length: Math.ceil((width * height * 3) / 32) }, (_, index) =>
    createHash('sha256').update(`pixels ${index}`).digest(),
  )
  const pixels = Buffer.concat(noise).subarray(0, width * height * 3)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

interface Begun {
  uploadId: string
  filePath: string
  partSizeBytes: number
  parts: { partNumber: number; url: string }[]
}

const begin = async ({ post }: Target, declared: object): Promise<Begun> => {
  const { status, body, text } = await post(UPLOADS, declared)
  expect(status, text).toBe(200)
  expect(body).toMatchObject({ code: '0' })
  return (body as { result: Begun }).result
}

describe('files', () => {
  test('keep every byte: parts → E13 → E16 → E21 → E4 → download, picture, E22', async () => {
    const target = await acceptanceTarget()
    const bytes = await photograph()
    const name = '雾岭 晨光 (1).png'
    const declared = { name, type: 'image/png', size: bytes.length, partSizeBytes: PART_BYTES }
    const upload = await begin(target, declared)
    expect(upload.partSizeBytes).toBe(PART_BYTES)
    expect(upload.parts.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3])

    const partETags: { partNumber: number; etag: string }[] = []
    for (const { partNumber, url } of [2, 0, 1].flatMap((index) => upload.parts[index] ?? [])) {
      const body = bytes.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES)
      const response = await fetch(url, { method: 'PUT', body: Uint8Array.from(body) })
      expect(response.status).toBe(200)
      const etag = response.headers.get('etag') ?? ''
      expect(etag).toBe(`"${md5(body)}"`)
      await response.arrayBuffer()
      partETags.push({ partNumber, etag })
    }
    const { uploadId, filePath } = upload
    expect(await resultOf(target, COMPLETE, { uploadId, filePath, partETags })).toBe(true)

    const { assetElementIdList } = await resultOf(target, CREATE_ATOMS, {
      fileList: [{ path: filePath, name, size: bytes.length, type: 'image/png' }],
    })
    const { successMaterialIdList: assetIds } = await resultOf(target, INGEST, {
      assetIdList: assetElementIdList,
    })
    const detailOf = async (): Promise<Json> => {
      const { detail } = await resultOf(target, DETAILS, { assetIdList: assetIds })
      return (detail as Json[])[0] ?? {}
    }
    const [part = {}] = (await detailOf()).subResList as Json[]
    const known = { name, size: bytes.length, type: 'image/png', uniMd5: md5(bytes) }
    expect(part).toMatchObject({ ...known, width: 300, height: 270, extension: 'png' })

    const download = await get(part.downloadUrl)
    expect(download.status).toBe(200)
    expect(sha256(download.bytes)).toBe(sha256(bytes))
    expect(download.headers.get('content-type')).toBe('image/png')
    expect(download.headers.get('content-disposition')).toContain(encodeURIComponent('雾岭 晨光 '))
    for (const address of [part.url, part.originalUrl, part.urlWithParam])
      expect(sha256((await get(address)).bytes)).toBe(sha256(bytes))

    for (const address of [part.thunder, part.thunderOrigin, part.transformPreviewUrl]) {
      const picture = await get(address)
      expect(picture.status).toBe(200)
      expect(picture.headers.get('content-type')).toMatch(/^image\//)
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 300, height: 270 })
    }
    expect(await sharp((await get(part.iconThunder)).bytes).metadata()).toMatchObject({
      width: 128,
      height: 115,
    })

    const collectionId = target.ids.collections.editable.id
    const added = { collectionId, assetIds }
    expect(await resultOf(target, ADD_TO_COLLECTION, added)).toBe(true)
    expect((await detailOf()).collectionInfo).toMatchObject([{ id: collectionId }])
  })
})
