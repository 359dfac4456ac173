import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TextUpTo } from '../contract/resources/primitives.ts'
import { Flag, Shape } from '../contract/shapes.ts'
import { refuseCompressedBodies } from '../http/bodies/json-body.ts'
import { tellToContinue, whenDrained, whileReceiving } from '../http/bodies/streamed-body.ts'
import { LIMITS } from '../kernel/limits.ts'
import { BACKUP_FAILED, BACKUP_SENT } from '../workspaces/keys/audit.ts'
import { answers, fileOf, sendFile, serverWide } from './responses.ts'
import { exportWorkspace } from './transfer/export-workspace.ts'
import { Imported, importWorkspace } from './transfer/import-workspace.ts'
import { type BackupOutcome, claimBackup, readBase, sendBackup } from './transfer/send-backup.ts'

const TAR = 'application/x-tar'
const ARCHIVE = fileOf(TAR, 'The archive')

const BASE = fileOf(
  'text/plain',
  'What the backup already has, one item per line: the SHA-256 of a file, or the name of a database and its tag',
)

const Restored = Shape('Restored', 'What a restore has put into a workspace', {
  ...Imported.properties,
  isNew: Flag('Whether the workspace was created'),
})

const params = Type.Object({
  id: TextUpTo(LIMITS.text, { pattern: '^[0-9a-f]{8}$', description: 'eight hexadecimal digits' }),
})

/** Refused before its body is read where another backup runs. */
const backUp = async (request: FastifyRequest, reply: FastifyReply) => {
  const { call, raw, server } = request
  const { sandbox } = server
  const onEnd = claimBackup(sandbox)
  try {
    tellToContinue(raw)
    // Bounded as every body that is no file is: its connection ends.
    const base = await readBase(raw, (bytes) => call.body.count(bytes))
    const { signal } = call.lifetime
    const onOutcome = (outcome: BackupOutcome) => recordBackup(request, outcome)
    return sendFile(reply, TAR, sendBackup(sandbox, base, { signal, onOutcome, onEnd }))
  } catch (error) {
    onEnd()
    await new Promise<void>((resolve) => whenDrained(request, resolve))
    throw error
  }
}

/** Records in audit, metrics and log how a backup ended. */
const recordBackup = ({ server, key, id, log }: FastifyRequest, outcome: BackupOutcome): void => {
  const { audit, tally } = server.sandbox
  const by = { key: key?.name ?? null, keyId: key?.id ?? null, requestId: id }
  if ('failure' in outcome) {
    tally.failedBackups += 1
    audit.add({ ...by, action: BACKUP_FAILED, result: 'failed', detail: outcome.failure })
    log.error(`backup failed: ${outcome.failure}`)
    return
  }
  const { damagedParts } = outcome
  if (damagedParts === 0) {
    audit.add({ ...by, action: BACKUP_SENT, result: 'done' })
    return
  }
  const detail = `${damagedParts} damaged databases or files were left out`
  audit.add({ ...by, action: BACKUP_SENT, result: 'incomplete', detail })
  log.error(`backup is incomplete: ${detail}; the output of dam-sandbox backup create names them`)
}

const transfer: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  // Bodies are read as they arrive.
  refuseCompressedBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.get(
    '/export',
    answers('Export the data and files of the workspace as one file', ARCHIVE),
    async ({ workspace, call }, reply) => {
      const { stream, fileName } = await exportWorkspace(sandbox, workspace, call.lifetime.signal)
      return sendFile(reply, TAR, stream, fileName)
    },
  )
  app.put(
    '/export',
    answers('Replace the data and files of the workspace with an export', Imported, {
      body: ARCHIVE,
    }),
    async ({ workspace, call, raw }) =>
      whileReceiving(raw, () => importWorkspace(sandbox, workspace, raw, call.lifetime.signal)),
  )
  app.post(
    '/backup',
    serverWide(
      answers(
        'Back up the server and its credentials; sends only what the backup does not have yet',
        ARCHIVE,
        {
          body: BASE,
        },
      ),
      'backup',
    ),
    (request, reply) => backUp(request, reply),
  )
  app.put(
    '/backup/workspaces/:id',
    serverWide(
      answers(
        'Restore a workspace from a backup: create it or replace its data and files',
        Restored,
        { params, body: ARCHIVE },
      ),
    ),
    async (request) => {
      const { params, call, raw } = request
      const { id } = params
      const found = sandbox.find(id)
      const restore = () => importWorkspace(sandbox, found ?? id, raw, call.lifetime.signal)
      const restored = await whileReceiving(raw, restore)
      request.workspace = sandbox.find(id) ?? request.workspace
      return { ...restored, isNew: !found }
    },
  )
}

export default transfer
