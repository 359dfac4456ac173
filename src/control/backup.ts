import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { whileReceiving } from '../http/bodies/streamed-body.ts'
import { readBase, sendBackup } from '../transfer/send-backup.ts'
import { answers, fileOf, sendFile, serverWide } from './responses.ts'
import { ARCHIVE, TAR } from './transfer.ts'

const BASE = fileOf(
  'text/plain',
  'What the backup has already, a line each: the SHA-256 of a file, or the name of a database and its tag',
)

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
    ),
    async ({ call, raw }, reply) => {
      const base = await whileReceiving(raw, () => readBase(raw))
      return sendFile(reply, TAR, sendBackup(sandbox, base, call.signal))
    },
  )
}

export default backup
