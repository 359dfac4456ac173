import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { exportWorkspace } from '#src/control/transfer/export-workspace.ts'
import { importWorkspace } from '#src/control/transfer/import-workspace.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import { openInMemory } from '#src/store/db/open-database.ts'
import { done, expectRefused } from '#test/kit/acts.ts'
import { type Contents, exportOf, headerOf, importTo, packed, unpack } from '#test/kit/archives.ts'
import { NOW, openCopy } from '#test/kit/databases.ts'
import { ask } from '#test/kit/downloads.ts'
import { freshFolder } from '#test/kit/process.ts'
import { freezeAt } from '#test/kit/records.ts'
import { startServer, type TestServer } from '#test/kit/server.ts'
import { sendSingle } from '#test/kit/uploads.ts'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const digestsOf = (contents: Contents): object =>
  Object.fromEntries(Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]))

interface Found {
  detail: { subResList: { downloadUrl: string }[] }[]
}

const downloadOf = async (server: TestServer, assetId: number, options = {}): Promise<Buffer> => {
  const { detail } = await server.result<Found>('E4', { assetIdList: [assetId] }, options)
  const { status, bytes } = await ask(detail[0]?.subResList[0]?.downloadUrl)
  expect(status).toBe(200)
  return bytes
}

const secondOf = async (server: TestServer, quota = {}) => {
  const { workspace, credentials } = await server.sandbox.create({ seed: 'minimal' })
  server.sandbox.update(workspace, { quota })
  return {
    workspace,
    query: `?workspace=${workspace.id}`,
    options: { token: credentials.accessToken ?? '' },
  }
}

/** The database of an export after some statements. */
const changedDatabase = (database: Buffer, statements: string): Buffer => {
  const opened = openCopy(database)
  try {
    opened.pragma('foreign_keys = OFF')
    opened.pragma('ignore_check_constraints = ON')
    opened.exec(statements)
    return opened.serialize()
  } finally {
    opened.close()
  }
}

describe('the export of a workspace', () => {
  test('is one archive with the data, every file and a manifest', async () => {
    const server = await startServer()
    freezeAt(server, NOW)
    const response = await fetch(`${server.url}/_sandbox/export`)
    expect(response.headers.get('content-type')).toBe('application/x-tar')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename=default.dam-sandbox.tar',
    )
    const contents = await unpack(Buffer.from(await response.arrayBuffer()))
    const { 'manifest.json': manifest, 'workspace.sqlite': database, ...files } = contents
    expect(JSON.parse(String(manifest))).toEqual({
      format: 1,
      schema: server.workspace.store.value('PRAGMA user_version'),
      seed: 'minimal',
      exportedAtMs: NOW,
    })
    expect(database?.subarray(0, 15).toString()).toBe('SQLite format 3')
    expect(Object.keys(files).length).toBeGreaterThan(20)
    for (const [name, bytes] of Object.entries(files)) expect(name).toBe(`files/${sha256(bytes)}`)
  })

  test.each(['memory', 'data folder'])(
    'restores the same data and files when imported, in %s',
    async (place) => {
      const env = place === 'memory' ? {} : { SANDBOX_DATA: freshFolder() }
      const source = await startServer()
      const { ids } = await done<{ ids: { assetId: number } }>(source, '/states/asset-ingested')
      const { ids: upload } = await done<{ ids: object }>(source, '/states/upload-complete')
      const archive = await exportOf(source)
      const target = await startServer({ env: { ...env, SANDBOX_SEED: 'demo' } })
      freezeAt(target, NOW)
      const { query, options, workspace } = await secondOf(target)
      const reply = await importTo(target, archive, query)
      expect(reply.body, reply.text).toMatchObject({ seed: 'minimal', files: expect.any(Number) })
      const before = await downloadOf(source, ids.assetId)
      expect((await downloadOf(target, ids.assetId, options)).equals(before)).toBe(true)
      expect(await target.result('E13', upload, options)).toBe(true)
      expect(target.workspace.clock.now()).toBe(NOW)
      expect(workspace.record.seed).toBe('minimal')
      await target.sandbox.sweeper.sweep()
      expect(await downloadOf(target, ids.assetId, options)).toHaveLength(before.length)
    },
  )

  test('is identical after it was imported into its own workspace', async () => {
    const server = await startServer()
    freezeAt(server, NOW)
    await server.result('E21', { assetIdList: server.fixtures.atoms.ids })
    const first = await unpack(await exportOf(server))
    await done(server, '/states/empty-library')
    expect((await importTo(server, await packed(first))).status).toBe(200)
    expect(digestsOf(await unpack(await exportOf(server)))).toEqual(digestsOf(first))
  })

  test('pins its files only while it is read', async () => {
    const server = await startServer()
    const { sandbox, workspace } = server
    await sendSingle(server, 'a.bin', new Uint8Array(5_000_000))
    const { stream } = await exportWorkspace(sandbox, workspace, new AbortController().signal)
    await done(server, '/reset', { parts: ['data'] })
    expect((await sandbox.sweeper.sweep()).removedFiles).toBe(0)
    stream.destroy()
    await expect.poll(async () => (await sandbox.sweeper.sweep()).removedFiles).toBe(1)
  })

  test('is a copy of one moment despite concurrent writes and replacements', async () => {
    const server = await startServer()
    const { sandbox, workspace } = server
    const { store } = workspace.open()
    const exporting = exportWorkspace(sandbox, workspace, new AbortController().signal)
    store.sqlite.exec(`INSERT INTO departments VALUES (77, NULL, 'Late')`)
    await done(server, '/reset', { parts: ['data'] })
    const { stream } = await exporting
    const contents = await unpack(await buffer(stream))
    const database = openCopy(contents['workspace.sqlite'] ?? Buffer.alloc(0))
    expect(database.prepare('SELECT name FROM departments WHERE id = 77').pluck().get()).toBe(
      'Late',
    )
    database.close()
    await expect.poll(() => readdirSync(sandbox.files.blobs.paths.unfinished)).toEqual([])
  })

  test('ends with its caller, and leaves no file', async () => {
    const server = await startServer()
    const { sandbox, workspace } = server
    await expect(exportWorkspace(sandbox, workspace, AbortSignal.abort())).rejects.toThrow()
    const { stream } = await exportWorkspace(sandbox, workspace, new AbortController().signal)
    stream.destroy()
    await expect.poll(() => readdirSync(sandbox.files.blobs.paths.unfinished)).toEqual([])
  })

  test('affects no other workspace when imported', async () => {
    const server = await startServer()
    const archive = await exportOf(server)
    const before = server.workspace.store.sqlite.serialize()
    const { query } = await secondOf(server)
    await done(server, `/states/empty-library${query}`)
    expect((await importTo(server, archive, query)).status).toBe(200)
    await done(server, `/states/empty-library${query}`)
    expect(server.workspace.store.sqlite.serialize().equals(before)).toBe(true)
  })
})

type Change = (contents: Contents) => Contents | Promise<Contents>

const FILE = /^files\//
const fileIn = (contents: Contents): string =>
  Object.keys(contents).find((name) => FILE.test(name)) ?? ''

const without =
  (wanted: string | RegExp): Change =>
  (contents) =>
    Object.fromEntries(
      Object.entries(contents).filter(([name]) =>
        typeof wanted === 'string' ? name !== wanted : !wanted.test(name),
      ),
    )

const withManifest =
  (change: object): Change =>
  (contents) => ({
    ...contents,
    'manifest.json': Buffer.from(
      JSON.stringify({ ...JSON.parse(String(contents['manifest.json'])), ...change }),
    ),
  })

const withDatabase =
  (change: (database: Buffer) => Buffer): Change =>
  (contents) => ({
    ...contents,
    'workspace.sqlite': change(contents['workspace.sqlite'] ?? Buffer.alloc(0)),
  })

const withSql = (statements: string): Change =>
  withDatabase((database) => changedDatabase(database, statements))

/** An upload of a file of the seed. */
const withUpload = (change: string): Change =>
  withSql(`INSERT INTO uploads (id, file_path, name, media_type, size_bytes, status, created_at_ms, file_digest)
    SELECT 'u', 'upload/u', 'u', 'a/b', size_bytes, 'completed', 1, digest FROM files LIMIT 1;
    UPDATE uploads SET ${change} WHERE id = 'u'`)

/** An open upload with a part whose bytes are those of a file of the seed; size and ETag are columns of that or values. */
const withPart = (sizeAndEtag: string): Change =>
  withSql(`INSERT INTO uploads (id, file_path, name, media_type, size_bytes, status, created_at_ms)
    VALUES ('u', 'upload/u', 'u', 'a/b', 1, 'open', 1);
    INSERT INTO upload_parts (upload_id, part_number, size_bytes, etag, digest)
    SELECT 'u', 1, ${sizeAndEtag}, digest FROM files LIMIT 1`)

/** SQLite reads a thousand levels. */
const NESTED = `'${'['.repeat(1_001)}${']'.repeat(1_001)}'`

/** A database with an index in its schema that SQLite would not have let anyone create. */
const withIndexText = (sql: string): Change =>
  withDatabase((database) => {
    const opened = openCopy(changedDatabase(database, 'CREATE INDEX mine ON departments (id + 0)'))
    try {
      opened.unsafeMode(true)
      opened.pragma('writable_schema = ON')
      opened.prepare(`UPDATE sqlite_master SET sql = ? WHERE name = 'mine'`).run(sql)
      return opened.serialize()
    } finally {
      opened.close()
    }
  })

const REFUSED: [string, Change, string][] = [
  ['no manifest', without('manifest.json'), 'has no manifest.json'],
  ['no data', without('workspace.sqlite'), 'has no workspace.sqlite'],
  [
    'a manifest that is no JSON',
    (all) => ({ ...all, 'manifest.json': Buffer.from('x') }),
    'not JSON',
  ],
  [
    'a manifest without a schema',
    withManifest({ schema: undefined }),
    'schema is missing; expected an integer',
  ],
  [
    'a manifest that is too large',
    (all) => ({ ...all, 'manifest.json': Buffer.alloc(5_000_000) }),
    '1048576',
  ],
  ['a newer format', withManifest({ format: 2 }), 'newer version'],
  ['the format 0', withManifest({ format: 0 }), 'format is 0; known values are 1'],
  ['a negative format', withManifest({ format: -1 }), 'format is -1; known values are 1'],
  ['an export before 1970', withManifest({ exportedAtMs: -1 }), 'exportedAtMs must be at least 0'],
  ['a seed of any length', withManifest({ seed: 'a'.repeat(10_001) }), 'at most 10000 characters'],
  ['another schema than the manifest says', withManifest({ schema: 1 }), 'manifest.json says 1'],
  ['no files', without(FILE), 'which is not in the archive'],
  ['a damaged file', (all) => ({ ...all, [fileIn(all)]: Buffer.from('x') }), 'is damaged'],
  ['a file of a strange name', (all) => ({ ...all, 'files/../../x': Buffer.from('x') }), 'SHA-256'],
  [
    'something else',
    (all) => ({ ...all, '../etc/passwd': Buffer.from('x') }),
    '"../etc/passwd" does not belong in an export',
  ],
  ['data that is no database', withDatabase(() => Buffer.from('hello')), 'file is not a database'],
  [
    'data that is cut',
    withDatabase((database) => database.subarray(0, 50_000)),
    'workspace.sqlite',
  ],
  [
    'data with damaged pages',
    withDatabase((database) => Buffer.from(database).fill(0xff, 9_000, 60_000)),
    'workspace.sqlite',
  ],
  [
    'a newer schema',
    (all) =>
      Promise.resolve(all)
        .then(withSql('PRAGMA user_version = 99'))
        .then(withManifest({ schema: 99 })),
    'use a newer version',
  ],
  [
    'a database of something else',
    withDatabase(() => changedDatabase(openInMemory().serialize(), 'CREATE TABLE t (a)')),
    'has no schema',
  ],
  ['a table that is not ours', withSql('CREATE TABLE more (a)'), 'table more'],
  ['a trigger', withSql('CREATE TRIGGER t AFTER INSERT ON users BEGIN SELECT 1; END'), 'trigger t'],
  ['a view', withSql('CREATE VIEW v AS SELECT 1'), 'view v'],
  ['a table with another column', withSql('ALTER TABLE users ADD COLUMN more text'), 'table users'],
  ['a table too few', withSql('DROP TABLE fixtures'), 'has no table fixtures'],
  [
    'rows that name what does not exist',
    withSql('DELETE FROM process_definitions'),
    'a row of approvals',
  ],
  [
    'a text of more bytes than its column has',
    withSql("UPDATE sub_resources SET uni_md5 = '🙂' WHERE id = 500001"),
    'is damaged: CHECK constraint failed in sub_resources',
  ],
  [
    'a very long text',
    withSql('UPDATE users SET nickname = CAST(zeroblob(5000000) AS text) WHERE id = 1001'),
    'is damaged: CHECK constraint failed in users',
  ],
  [
    'an instant beyond all dates',
    withSql('UPDATE users SET created_at_ms = 8640000000000001 WHERE id = 1001'),
    'is damaged: CHECK constraint failed in users',
  ],
  [
    'JSON that is nested too deeply',
    withSql(`UPDATE fixtures SET value = ${NESTED} WHERE name = 'departments'`),
    'is damaged: CHECK constraint failed in fixtures',
  ],
  [
    'a sequence that is too high',
    withSql('UPDATE sequences SET last = 9007199254740991'),
    'sequences.last must be at most 9000000000000000',
  ],
  [
    'a sequence below its ids',
    withSql("UPDATE sequences SET last = 1 WHERE name = 'assetOrFile'"),
    'sequences.last of assetOrFile must be at least',
  ],
  [
    'a number of a tracking record that leaves no further ones',
    withSql(`INSERT INTO tracking_records VALUES (9007199254740991, 0, '{}')`),
    'tracking_records.id must be at most 9000000000000000',
  ],
  [
    'a size of a resource that its file has not',
    withSql('UPDATE sub_resources SET size_bytes = 1 WHERE file_digest IS NOT NULL'),
    'sub_resources.size_bytes of',
  ],
  [
    'an MD5 of a resource that its file has not',
    withSql(`UPDATE sub_resources SET uni_md5 = '${'0'.repeat(32)}' WHERE file_digest IS NOT NULL`),
    'sub_resources.uni_md5 of',
  ],
  [
    'resources of an asset that are too large together',
    withSql('UPDATE sub_resources SET size_bytes = 9007199254740991 WHERE file_digest IS NULL'),
    'sub_resources.size_bytes of',
  ],
  [
    'a size of an atom that its file has not',
    withSql(`UPDATE atoms SET size_bytes = 5, file_digest = (SELECT digest FROM files LIMIT 1)`),
    'atoms.size_bytes of',
  ],
  [
    'a size of a file that its bytes have not, also where all resources say so',
    withSql(
      'UPDATE files SET size_bytes = 1; UPDATE sub_resources SET size_bytes = 1 WHERE file_digest IS NOT NULL; UPDATE atoms SET size_bytes = 1 WHERE file_digest IS NOT NULL',
    ),
    'workspace.sqlite: files has the size 1 of',
  ],
  [
    'an MD5 of a file that its bytes have not',
    withSql(`UPDATE files SET md5 = '${'0'.repeat(32)}'; UPDATE sub_resources SET uni_md5 = NULL`),
    'files has the MD5 00000000000000000000000000000000 of',
  ],
  [
    'a CRC-64 of an upload that its bytes have not',
    withUpload("crc64 = '1'"),
    'files has the CRC-64 1 of',
  ],
  [
    'an open upload that has a file',
    withUpload("status = 'open'"),
    'is open; an upload that has a file is completed',
  ],
  [
    'a size of a part that its bytes have not',
    withPart('1, md5'),
    'upload_parts has the size 1 of',
  ],
  [
    'an ETag of a part that its bytes have not',
    withPart(`size_bytes, '${'0'.repeat(32)}'`),
    'upload_parts has the MD5 00000000000000000000000000000000 of',
  ],
  [
    // Evaluating this fails with "integer overflow".
    'an index whose expression must not be evaluated',
    withIndexText(
      'CREATE INDEX mine ON departments (id + 0 * abs(id - id - 9223372036854775807 - 1))',
    ),
    'has an object that this program does not create: index mine',
  ],
  [
    'an index of ours on other columns',
    withSql('DROP INDEX users_app_owner; CREATE INDEX users_app_owner ON users (id)'),
    'has a index users_app_owner that differs from the one in this program',
  ],
]

/** An entry whose header says something about its size that no reader can follow. */
const withPaxSize = async (size: string): Promise<Buffer> => {
  const pax = { 'manifest.json': { linkname: '', pax: { size } } }
  return packed({ 'manifest.json': Buffer.from('{}') }, pax)
}

describe('an unreadable import', () => {
  test.each(['abc', '-1', '1e3', '9007199254740993', '99999999999999999999', ''])(
    'is rejected at once for the size "%s"',
    async (size) => {
      const server = await startServer()
      const refused = await importTo(server, await withPaxSize(size))
      expectRefused(refused, 400, 'cannot be read: a size is not possible')
    },
  )

  test('is rejected for a size above the quota before its bytes arrive', async () => {
    const server = await startServer()
    const refused = await importTo(server, await withPaxSize('9007199254740991'))
    expectRefused(refused, 400, 'manifest.json has 9007199254740991 bytes; at most 1048576')
  })

  test('is rejected for a duplicate file of any size', async () => {
    const server = await startServer()
    const archive = pack()
    const name = `files/${sha256(Buffer.alloc(0))}`
    for (const _ of [1, 2]) archive.entry({ name }, Buffer.alloc(0))
    archive.finalize()
    expectRefused(await importTo(server, await buffer(archive)), 400, `has "${name}" twice`)
  })

  test('is rejected for more entries than an export has', async () => {
    const server = await startServer()
    const header = await headerOf('a/', 0)
    header[156] = '5'.charCodeAt(0)
    const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148)
    const many = Buffer.concat(Array(LIMITS.archiveEntries.max + 1).fill(header))
    expectRefused(await importTo(server, many), 400, 'more than 100000 entries')
  })

  test('leaves no listener on the connection, and no file', async () => {
    const server = await startServer()
    const source = Readable.from([await withPaxSize('-1'), Buffer.alloc(1_000_000)])
    const before = source.eventNames()
    await expect(importWorkspace(server.sandbox, server.workspace, source)).rejects.toThrow('size')
    expect(source.destroyed).toBe(false)
    expect(source.eventNames()).toEqual(before)
    expect(readdirSync(server.sandbox.files.blobs.paths.unfinished)).toEqual([])
  })
})

/** The types of the package do not know that headers can be extended. */
const WITHOUT_END = { pax: { comment: 'x'.repeat(8_000_000) } }

describe('an import', () => {
  test('takes what the demo seed, every named state and an upload have made', async () => {
    const server = await startServer({ env: { SANDBOX_SEED: 'demo' } })
    const { states } = await server.control<{ states: { name: string }[] }>('/states')
    for (const { name } of states) await done(server, `/states/${name}`)
    await sendSingle(server, 'a.txt', Buffer.from('some bytes'), 'text/plain')
    const before = server.workspace.store.sqlite.serialize()
    const reply = await importTo(server, await exportOf(server))
    expect(reply.status, reply.text).toBe(200)
    expect(server.workspace.store.sqlite.serialize()).toHaveLength(before.length)
  })

  test('is rejected without changes for everything in the table', async () => {
    const server = await startServer()
    const contents = await unpack(await exportOf(server))
    const before = server.workspace.store.sqlite.serialize()
    for (const [name, change, words] of REFUSED) {
      const reply = await importTo(server, await packed(await change(contents)))
      expectRefused(reply, 400, words)
      expect(server.workspace.store.sqlite.serialize().equals(before), name).toBe(true)
    }
    expect(await downloadOf(server, server.fixtures.assets.ids[0] ?? 0)).toHaveLength(258_568)
  })

  test('is rejected when it is not an archive, is truncated or has links', async () => {
    const server = await startServer()
    const archive = await exportOf(server)
    expectRefused(await importTo(server, Buffer.from('hello')), 400, 'cannot be read')
    expectRefused(await importTo(server, Buffer.alloc(100_000, 'x')), 400, 'cannot be read')
    expectRefused(await importTo(server, archive.subarray(0, 300_000)), 400, 'cannot be read')
    expectRefused(await importTo(server, Buffer.alloc(0)), 400, 'has no manifest.json')
    const link = { 'workspace.sqlite': { type: 'symlink', linkname: '/etc/passwd' } } as const
    const linked = await packed({ 'workspace.sqlite': Buffer.alloc(0) }, link)
    expectRefused(await importTo(server, linked), 400, 'a symlink')
  })

  test('is rejected for headers without an end before they fill the memory', async () => {
    const server = await startServer()
    const long = { 'manifest.json': { linkname: '', ...WITHOUT_END } }
    const archive = await packed({ 'manifest.json': Buffer.from('{}') }, long)
    expectRefused(await importTo(server, archive), 400, 'headers are too long')
  })

  test('is rejected above the quota of the workspace', async () => {
    const server = await startServer()
    const archive = await exportOf(server)
    const small = await secondOf(server, { databaseBytes: 100_000 })
    expectRefused(await importTo(server, archive, small.query), 400, 'at most 100000')
    const few = await secondOf(server, { fileBytes: 100_000 })
    expectRefused(
      await importTo(server, archive, few.query),
      400,
      'File quota exceeded: the files have more than 100000 bytes',
    )
  })
})
