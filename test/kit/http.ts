/** What came back, as text and, where it is JSON, as a value. */
export interface Reply {
  status: number
  headers: Headers
  text: string
  body: unknown
}

/** Sends one request by a connection of its own. */
export const send = async (url: string, init: RequestInit): Promise<Reply> => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(50_000) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fixtures of a workspace (`GET /_sandbox/fixtures`). */
export interface Fixtures {
  app: { clientId: string; clientKey: string; accessToken: string }
  portalApp: { appKey: string; appSecret: string }
  users: Record<'owner' | 'editor' | 'viewer', { id: number; email: string }>
  collections: Record<'editable' | 'forbidden', { id: number }>
  assets: { ids: number[] }
  atoms: { ids: number[] }
  upload: {
    filePath: string
    uploadId: string
    partETags: { partNumber: number; etag: string }[]
  }
  crowdPack: { corpId: string; id: number; source: string }
  portal: {
    id: number
    code: string
    blockId: number
    contentId: number
    tag: string
    authType: number
  }
  departments: { ids: number[] }
  dimensions: { ids: number[] }
  creative: { creativeId: number; planId: number; contentGroupId: number }
  metadata: { attrCode: string; values: { attrValueCode: string; attrValueName: string }[] }
  archive: { groupPaths: string[] }
  approval: { processDefinitionId: number }
  social: { createDate: string }
  imageSearch: { libraryType: string; contentId: number }
  notification: { templateCode: string; modelCode: string }
}
