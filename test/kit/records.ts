import type { Records } from '#src/client/generated/control.ts'
import { LIMITS } from '#src/kernel/limits.ts'
import type { TestServer } from './server.ts'

type RowOf<Kind> = Extract<Records, { kind: Kind }>['records'][number]

export const recordsOf = async <Kind extends Records['kind']>(
  server: TestServer,
  kind: Kind,
): Promise<RowOf<Kind>[]> => {
  const { records } = await server.control<{ records: RowOf<Kind>[] }>(`/records/${kind}`)
  return records
}

export const freezeAt = (server: TestServer, nowMs: number): void =>
  server.workspace.clock.set({ mode: 'frozen', nowMs })

/** Texts that some stores and encodings do not keep unchanged. */
export const LONG_TEXTS: Readonly<Record<string, string>> = {
  'a NUL in the middle': 'before\u0000after',
  'emoji and joiners': '👩‍👩‍👧‍👦 🇨🇳 e\u0301',
  'quotes and slashes': `"\\'; DROP TABLE notifications; --`,
  'line ends and blanks': ' \t\r\n\u2028 ',
  'a hundred characters': '屿'.repeat(100),
  'a thousand characters': '屿'.repeat(LIMITS.text.max),
}
