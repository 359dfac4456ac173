import { describe, expect, test } from 'vitest'
import { OperationError, type UploadProgress, type WorkspaceHandle } from '#src/index.ts'
import { startLibrary } from '#test/kit/library.ts'

const PICTURE = 'seed/demo/files/mist-ridge.jpg'
const PART = { partSizeBytes: 102_400 }

const newestUpload = async (workspace: WorkspaceHandle) =>
  (await workspace.records('uploads')).records[0]

const textOfParts = (count: number): Uint8Array => new Uint8Array(count * 102_400).fill(97)

describe('workspace.upload', () => {
  test('answers the id of an atom that E21 makes an asset of', async () => {
    const { default: workspace } = await startLibrary()
    const { atomId } = await workspace.upload(PICTURE, { as: 'editor@example.com' })
    const { successMaterialIdList } = await workspace.call('E21', { assetIdList: [atomId] })
    const { detail } = await workspace.call('E4', { assetIdList: successMaterialIdList })
    expect(detail).toMatchObject([{ subResList: [{ id: atomId, width: 1600, height: 1000 }] }])
  })

  test('sends four parts at a time', async () => {
    const { default: workspace } = await startLibrary()
    const match = { operation: 'send-part' } as const
    await workspace.faults.add({ match, effect: { delayMs: 60_000 }, times: 'always' })
    const stopping = new AbortController()
    const uploading = workspace.upload(textOfParts(7), {
      ...PART,
      name: 'seven.txt',
      signal: stopping.signal,
    })
    const ended = expect(uploading).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(async () => (await workspace.faults.list())[0]?.used).toBe(4)
    expect((await newestUpload(workspace))?.parts).toEqual([])
    expect((await workspace.faults.list())[0]?.used).toBe(4)
    stopping.abort()
    await ended
  })

  test('reports progress up to the whole size', async () => {
    const { default: workspace } = await startLibrary()
    const told: UploadProgress[] = []
    const onProgress = (progress: UploadProgress) => told.push(progress)
    await workspace.upload(textOfParts(7), { ...PART, name: 'seven.txt', onProgress })
    expect(told.map(({ sentBytes }) => sentBytes)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((count) => count * 102_400),
    )
    expect(told.at(-1)).toEqual({ sentBytes: 716_800, totalBytes: 716_800 })
  })

  test('aborts the upload at the server when a part is refused, and throws the refusal', async () => {
    const { default: workspace } = await startLibrary()
    const match = { operation: 'send-part', nth: 3 } as const
    await workspace.faults.add({ match, effect: { code: '90000001' } })
    const failing = workspace.upload(textOfParts(7), { ...PART, name: 'seven.txt' })
    await expect(failing).rejects.toThrow(OperationError)
    await expect(failing).rejects.toMatchObject({ operation: 'send-part', code: '90000001' })
    expect(await newestUpload(workspace)).toMatchObject({ name: 'seven.txt', status: 'aborted' })
  })

  test('ends with the reason of its signal, and aborts the upload at the server', async () => {
    const { default: workspace } = await startLibrary()
    const stopping = new AbortController()
    const reason = new Error('no longer needed')
    const uploading = workspace.upload(textOfParts(7), {
      ...PART,
      name: 'seven.txt',
      signal: stopping.signal,
      onProgress: () => stopping.abort(reason),
    })
    await expect(uploading).rejects.toBe(reason)
    expect(await newestUpload(workspace)).toMatchObject({ status: 'aborted' })
    await expect(workspace.upload(PICTURE, { signal: stopping.signal })).rejects.toBe(reason)
  })

  test('throws what a caller can correct', async () => {
    const { default: workspace } = await startLibrary()
    await expect(workspace.upload(new Uint8Array(1))).rejects.toThrow('options.name is missing')
    await expect(workspace.upload('src')).rejects.toThrow('src is a folder')
    await expect(workspace.upload('/no/such/file')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(workspace.upload(PICTURE, { partSizeBytes: 5 })).rejects.toMatchObject({
      operation: 'begin-upload',
      message: expect.stringContaining('partSizeBytes'),
    })
    const asViewer = workspace.upload(PICTURE, { as: 'viewer@example.com' })
    await expect(asViewer).rejects.toMatchObject({ operation: 'E16', code: '10134011' })
  })

  test('finds moved paths, and uploads to its own workspace', async () => {
    const sandbox = await startLibrary({ filesPath: '/blobs' })
    const workspace = await sandbox.workspace()
    const { uploadId } = await workspace.upload(PICTURE)
    expect(await newestUpload(workspace)).toMatchObject({ uploadId, status: 'completed' })
    const { entries } = await workspace.journal.list()
    expect(entries.map(({ operation }) => operation)).toEqual([
      'begin-upload',
      'send-part',
      'E13',
      'E16',
    ])
    expect((await sandbox.default.records('uploads')).records).not.toContainEqual(
      expect.objectContaining({ uploadId }),
    )
  })
})
