import { describe, expect, test } from 'vitest'
import type { DeclaredFile } from '#src/contract/resources/asset-shapes.ts'
import { createAtoms } from '#src/domain/assets/create-atoms.ts'
import type { FileFacts } from '#src/store/media/media.ts'
import { type OpenedStore, openStore } from '#test/kit/store.ts'

const FILE = { path: 'upload/new/a.png', name: 'a.png', size: 99, type: 'image/png' }

const FACTS: FileFacts = {
  mediaType: 'image/png',
  width: 30,
  height: 20,
  orientation: 1,
  durationMs: null,
  wordNum: null,
  isReadable: true,
}

const rowOf = ({ store }: OpenedStore, id: number | undefined): unknown =>
  store.sqlite.prepare('SELECT * FROM atoms WHERE id = ?').get(id)

/** The completed upload of a file of 99 bytes at a path, with what the file says of itself. */
const completeUpload = ({ store }: OpenedStore, facts?: Partial<FileFacts>, path = FILE.path) => {
  const digest = 'd'.repeat(64)
  store.sqlite
    .prepare('INSERT INTO files (digest, size_bytes, md5) VALUES (?, ?, ?)')
    .run(digest, FILE.size, 'a'.repeat(32))
  store.sqlite
    .prepare(
      `INSERT INTO uploads (id, file_path, name, media_type, size_bytes, status, created_at_ms, file_digest)
       VALUES ('u', ?, 'a', 'image/gif', 99, 'completed', 0, ?)`,
    )
    .run(path, digest)
  return {
    digest,
    sizeBytes: FILE.size,
    declaredType: 'image/gif',
    facts: facts && { ...FACTS, ...facts },
  }
}

/** Atoms of paths at which there is no file. */
const createUnsent = (store: OpenedStore, files: readonly DeclaredFile[], call = store.call()) =>
  createAtoms(
    call,
    files,
    files.map(() => undefined),
  )

describe('an atom of a path that was never uploaded', () => {
  test('has what was declared, and a warning', () => {
    const store = openStore()
    const call = store.call({ as: 'editor@example.com', nowMs: 5 })
    const [id] = createUnsent(store, [FILE], call)
    expect(rowOf(store, id)).toMatchObject({
      path: FILE.path,
      name: FILE.name,
      extension: 'png',
      size_bytes: 99,
      media_type: 'image/png',
      create_user: 1002,
      created_at_ms: 5,
    })
    expect(call.warnings).toEqual(['path-never-uploaded fileList[0].path'])
  })

  test.each([
    ['a.JPG', '', 'image/jpeg'],
    ['a.pdf', undefined, 'application/pdf'],
    ['notes.txt', '', 'text/plain'],
    ['a', '', 'application/octet-stream'],
    ['a.jpg', 'image/png', 'image/png'],
  ])('is, as %s declared as %j, of type %s', (name, type, wanted) => {
    const store = openStore()
    const [id] = createUnsent(store, [{ path: 'p', name, ...(type !== undefined && { type }) }])
    expect(rowOf(store, id)).toMatchObject({ media_type: wanted })
  })

  const KINDS = ['content_text', 'content_rtf', 'content_url', 'res_group']

  test.each(KINDS)('is refused as %s, a kind of asset', (type) => {
    const store = openStore()
    expect(() => createUnsent(store, [{ path: 'p', name: 'n', type }])).toThrow(
      `fileList[0].type must be the media type of a file, not a kind of asset, got "${type}"`,
    )
  })

  test.each([...KINDS, 'RES_GROUP'])('has no kind of asset as its extension: a.%s', (kind) => {
    const store = openStore()
    const ids = createUnsent(store, [
      { path: 'p', name: `a.${kind}` },
      { path: 'p', name: `a.${kind}.txt` },
    ])
    expect(ids.map((id) => rowOf(store, id))).toMatchObject([
      { name: `a.${kind}`, extension: '' },
      { extension: 'txt' },
    ])
  })

  test('has no bytes and the vaguest type where neither was declared', () => {
    const store = openStore()
    const [id] = createUnsent(store, [{ path: 'p', name: 'n' }])
    expect(rowOf(store, id)).toMatchObject({
      size_bytes: 0,
      media_type: 'application/octet-stream',
      extension: '',
    })
  })
})

describe('atoms of one call', () => {
  test('have ids that follow one another in the order of the files', () => {
    const store = openStore()
    const names = ['a', 'b', 'a']
    const ids = createUnsent(
      store,
      names.map((name) => ({ path: name, name })),
    )
    expect(ids).toEqual([700_005, 700_006, 700_007])
    expect(ids.map((id) => rowOf(store, id))).toEqual(
      names.map((name) => expect.objectContaining({ name })),
    )
    expect(createUnsent(store, [])).toEqual([])
    expect(createUnsent(store, [FILE])).toEqual([700_008])
  })
})

describe('an atom of an uploaded file', () => {
  test('has the size and the type of its bytes, with a warning where another type was declared', () => {
    const store = openStore()
    const call = store.call()
    const uploaded = completeUpload(store, { mediaType: 'image/webp' })
    const [id] = createAtoms(call, [FILE], [uploaded])
    expect(rowOf(store, id)).toMatchObject({
      size_bytes: 99,
      media_type: 'image/webp',
      file_digest: uploaded.digest,
      width: 30,
      height: 20,
    })
    expect(call.warnings).toEqual(['type-differs-from-file fileList[0].type'])
  })

  test.each([
    [1, [30, 20]],
    [4, [30, 20]],
    [5, [20, 30]],
    [8, [20, 30]],
  ])('has the sides of orientation %i as they are shown', (orientation, sides) => {
    const store = openStore()
    const uploaded = completeUpload(store, { orientation })
    const [id] = createAtoms(store.call(), [FILE], [uploaded])
    const { width, height } = rowOf(store, id) as { width: number; height: number }
    expect([width, height]).toEqual(sides)
  })

  test.each([0, 98, 100])('is refused with the size %i', (size) => {
    const store = openStore()
    const uploaded = completeUpload(store, {})
    const files = [
      { ...FILE, path: 'other' },
      { ...FILE, size },
    ]
    expect(() => createAtoms(store.call(), files, [undefined, uploaded])).toThrow(
      `fileList[1].size is ${size}, but the uploaded file is 99 bytes long`,
    )
  })

  test('counts as never uploaded when another file has taken its path meanwhile', () => {
    const store = openStore()
    const uploaded = completeUpload(store, {})
    const call = store.call()
    createAtoms(call, [FILE], [{ ...uploaded, digest: 'e'.repeat(64) }])
    expect(call.warnings).toEqual(['path-never-uploaded fileList[0].path'])
  })
})
