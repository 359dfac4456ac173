import { LIMITS } from '#src/limits.ts'
import type { TestServer } from './server.ts'

/** The rows of each kind of record, as `GET /_sandbox/records/{kind}` returns them. */
interface RecordRows {
  tracking: { id: number; receivedAtMs: number; record: Record<string, unknown> }
  notifications: {
    id: number
    user: string
    userId: number
    templateCode: string
    modelCode: string | null
    sendTime: number
    content: { htmlContent: string }
    url: string
    createTime: number
    isVisible: boolean
  }
  collaborators: {
    id: number
    portalId: number
    authType: number
    unitType: 'user' | 'department' | 'dimension'
    unitId: number
    addedBy: number
    updateTime: number
  }
  'marketing-tasks': {
    creativeId: number
    planId: number
    contentType: string
    remark: string
    contentGroupId: number
    releaseTime: string
    updateTime: number
  }
  'image-search': {
    id: number
    receivedAtMs: number
    libraryType: string
    clientId: string
    uuid: string
    operateType: string
    contentId: number | null
    likeType: number | null
  }
  metadata: {
    attrCode: string
    attrValueCode: string
    attrValueName: string
    parentCode: string | null
    sort: number
    updateTime: number
  }
}

/** Reads the records of one kind, newest first. */
export const recordsOf = async <Kind extends keyof RecordRows>(
  server: TestServer,
  kind: Kind,
): Promise<RecordRows[Kind][]> => {
  const { records } = await server.control<{ records: RecordRows[Kind][] }>(`/records/${kind}`)
  return records
}

/** Stops the clock of a server's workspace at an instant. */
export const freezeAt = (server: TestServer, nowMs: number): void =>
  server.workspace.clock.set({ mode: 'frozen', nowMs })

/** Texts that some stores and encodings do not keep unchanged. */
export const ODD_TEXTS: Readonly<Record<string, string>> = {
  'a NUL in the middle': 'before\u0000after',
  'emoji and joiners': '👩‍👩‍👧‍👦 🇨🇳 e\u0301',
  'quotes and slashes': `"\\'; DROP TABLE notifications; --`,
  'line ends and blanks': ' \t\r\n\u2028 ',
  'a hundred characters': '屿'.repeat(100),
}

/** The same texts and one of the maximum length of a short text. */
export const LONG_TEXTS: Readonly<Record<string, string>> = {
  ...ODD_TEXTS,
  'a thousand characters': '屿'.repeat(LIMITS.text.max),
}
