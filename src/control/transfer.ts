import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { whileReceiving } from '../http/bodies/streamed-body.ts'
import { exportWorkspace } from '../transfer/export-workspace.ts'
import { Imported, importWorkspace } from '../transfer/import-workspace.ts'
import { answers, fileOf, sendFile } from './responses.ts'

export const TAR = 'application/x-tar'
export const ARCHIVE = fileOf(TAR, 'The archive')

const transfer: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/export',
    answers('Export the data and files of the workspace as one archive', ARCHIVE),
    async ({ workspace, call }, reply) => {
      const { stream, fileName } = await exportWorkspace(app.sandbox, workspace, call.signal)
      return sendFile(reply, TAR, stream, fileName)
    },
  )
  app.put(
    '/export',
    answers('Replace the data and files of the workspace by those of an archive', Imported, {
      body: ARCHIVE,
    }),
    async ({ workspace, call, raw }) =>
      whileReceiving(raw, () => importWorkspace(app.sandbox, workspace, raw, call.signal)),
  )
}

export default transfer
