import type { STORAGE_FINDINGS } from '#src/contract/findings/catalogue.ts'
import type { Reply } from '#test/kit/http.ts'
import type { TestServer } from '#test/kit/server.ts'
import {
  complete,
  type Granted,
  grantOf,
  initiate,
  put,
  sendParts,
  sendSigned,
} from '#test/kit/storage.ts'
import type { FindingCases } from './finding-case.ts'

const withStorage = () => ({ storage: true })

const LARGE = Buffer.alloc(102_400)

const granted =
  (act: (granted: Granted) => Promise<Reply>) =>
  async ({ url }: TestServer): Promise<Reply> =>
    act(await grantOf(url))

/** The answer to the second part behind a first one. */
const behind = (first: Buffer) =>
  granted(async (grant) => {
    const uploadId = await initiate(grant)
    await sendParts(grant, uploadId, [first])
    return put(grant, 'end', { query: { partNumber: '2', uploadId } })
  })

const after =
  (seconds: number) =>
  async ({ url, workspace }: TestServer): Promise<Reply> => {
    const grant = await grantOf(url)
    workspace.clock.set({ mode: 'frozen', nowMs: workspace.clock.now() + seconds * 1_000 })
    return put(grant, 'a file')
  }

const completed = (times: number) =>
  granted(async (grant) => {
    const uploadId = await initiate(grant)
    const parts = await sendParts(grant, uploadId, [LARGE])
    for (let time = 1; time < times; time += 1) await complete(grant, uploadId, parts)
    return complete(grant, uploadId, parts)
  })

export const STORAGE_CASES: FindingCases<keyof typeof STORAGE_FINDINGS> = {
  'small-part': {
    options: withStorage,
    trigger: behind(Buffer.alloc(1_000)),
    nearMiss: behind(LARGE),
  },
  'no-integrity-header': {
    options: withStorage,
    trigger: granted((grant) => sendSigned(grant, { method: 'PUT', body: 'a file' })),
    nearMiss: granted((grant) => put(grant, 'a file')),
  },
  'grant-outlived': { options: withStorage, trigger: after(3_600), nearMiss: after(3_599) },
  'completed-twice': { options: withStorage, trigger: completed(2), nearMiss: completed(1) },
  'unusual-key': {
    options: withStorage,
    trigger: granted((grant) => put(grant, 'a file', { key: 'upload/a file.bin' })),
    nearMiss: granted((grant) => put(grant, 'a file')),
  },
  'header-without-effect': {
    field: 'x-oss-tagging',
    options: withStorage,
    trigger: granted((grant) => put(grant, 'a file', { headers: { 'x-oss-tagging': 'a=b' } })),
    nearMiss: granted((grant) =>
      put(grant, 'a file', { headers: { 'x-oss-meta-tagging': 'a=b' } }),
    ),
  },
}
