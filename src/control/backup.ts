import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { Flag, Shape } from '../contract/shapes.ts'
import { whileReceiving } from '../http/bodies/streamed-body.ts'
import { Imported } from '../transfer/import-workspace.ts'
import { restoreWorkspace } from '../transfer/restore-workspace.ts'
import { readBase, sendBackup } from '../transfer/send-backup.ts'
import { answers, fileOf, sendFile, serverWide } from './responses.ts'
import { ARCHIVE, TAR } from './transfer.ts'

const BASE = fileOf(
  'text/plain',
  'What the backup has already, a line each: the SHA-256 of a file, or the name of a database and its tag',
)

const params = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}$', description: 'Id of the workspace' }),
})

const Restored = Shape('Restored', 'What a restore has put into a workspace', {
  ...Imported.properties,
  isNew: Flag('Whether the workspace was created'),
})

const backup: FastifyPluginAsyncTypebox = async (app) => {
  const { sandbox } = app
  app.post(
    '/backup',
    serverWide(
      answers(
        'Back up the server, with credentials: all that the backup does not have yet as one archive',
        ARCHIVE,
        { body: BASE },
      ),
      'backup',
    ),
    async ({ call, raw }, reply) => {
      const base = await whileReceiving(raw, () => readBase(raw))
      return sendFile(reply, TAR, sendBackup(sandbox, base, call.signal))
    },
  )
  app.put(
    '/backup/workspaces/:id',
    serverWide(
      answers(
        'Restore a workspace from a backup: create it with its credentials, or replace its data and files',
        Restored,
        { params, body: ARCHIVE },
      ),
    ),
    async ({ params: { id }, call, raw }) =>
      whileReceiving(raw, () => restoreWorkspace(sandbox, id, raw, call.signal)),
  )
}

export default backup
