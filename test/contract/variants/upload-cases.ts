import { send } from '#test/kit/http.ts'
import type { TestServer } from '#test/kit/server.ts'
import { grantOf } from '#test/kit/storage.ts'
import { begin, complete, completionOf, sendPart } from '#test/kit/uploads.ts'
import { outcomeOf, type VariantCases } from './variant-case.ts'

const createAtom = async (server: TestServer, path: string): Promise<string> =>
  outcomeOf(await server.call('E16', { fileList: [{ path, name: 'x.bin' }] }))

/** The cases of decisions about uploads and atoms. */
export const uploadCases: VariantCases = {
  'A-13-1': {
    options: { listens: true },
    observe: async (server) => {
      const upload = await begin(server, { name: 'x', size: 5 })
      const part = await sendPart(server, upload.uploadId, 1, Buffer.from('four'))
      return outcomeOf(await complete(server, completionOf(upload, [part])))
    },
    shows: { refused: '90030018', finding: '0 size-differs-from-declared' },
  },
  'A-13-3': {
    observe: async (server) => {
      await server.result('E13', server.fixtures.upload)
      return outcomeOf(await server.call('E13', server.fixtures.upload))
    },
    shows: { 'true-again': '0', refused: '90030025' },
  },
  'A-storage-3': {
    options: { storage: true },
    observe: async (server) => {
      const { endpoint } = await grantOf(server.url)
      const headers = { origin: 'https://app.example.com' }
      const reply = await send(`${endpoint}/a`, { method: 'OPTIONS', headers })
      return String(reply.headers.get('access-control-expose-headers')?.includes('etag'))
    },
    shows: { exposed: 'true', hidden: 'false' },
  },
  'A-16-1': {
    observe: (server) => createAtom(server, 'upload/never.bin'),
    shows: { placeholder: '0 path-never-uploaded', refused: '90030020' },
  },
  'A-16-1.taken': {
    observe: (server) => createAtom(server, server.fixtures.upload.filePath),
    shows: { placeholder: '0 upload-not-completed', refused: '90030060' },
  },
}
