import type { Fixtures as PrintedFixtures } from '#src/client/generated/control.ts'

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

/** The fixtures of a workspace of a built-in seed in the profile local. */
export type Fixtures = PrintedFixtures & {
  app: { clientId: string; clientKey: string; accessToken: string }
  portalApp: { appKey: string; appSecret: string }
}
