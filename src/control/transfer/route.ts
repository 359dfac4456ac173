import type { IncomingMessage } from 'node:http'
import { drain } from '../../http/bodies/drain.ts'
import { whileReceiving } from '../../http/bodies/streamed-body.ts'
import { defineControl, StreamedAnswer } from '../define-control.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importWorkspace } from './import-workspace.ts'
import { Imported } from './schema.ts'

const TAR = 'application/x-tar'

/** Taking data and files away as one file, and bringing them back, here or elsewhere. */
export const exportRoutes = [
  defineControl({
    method: 'GET',
    path: '/export',
    summary: 'The data of the workspace and all its files, as one archive',
    answers: TAR,
    handle: async ({ sandbox, workspace, signal }) => {
      const { stream, fileName } = await exportWorkspace(sandbox, workspace, signal)
      return new StreamedAnswer(TAR, stream, fileName)
    },
  }),
  defineControl({
    method: 'PUT',
    path: '/export',
    summary: 'Give the workspace the data and files of an archive in place of its own',
    takesBytes: TAR,
    result: Imported,
    handle: async ({ sandbox, workspace, bytes, signal }) => {
      try {
        return await whileReceiving(bytes as IncomingMessage, () =>
          importWorkspace(sandbox, workspace, bytes, signal),
        )
      } catch (error) {
        // Who is still sending would not get to read why.
        await drain(bytes as IncomingMessage)
        throw error
      }
    },
  }),
]
