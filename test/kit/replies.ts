import { expect } from 'vitest'
import type { Reply } from './http.ts'

const listOf = (header: string | null): string[] => (header ? header.split(', ') : [])

/** The findings of an answer, each as its code and its field, if any. */
export const findingsOf = ({ headers }: Reply): string[] =>
  listOf(headers.get('x-sandbox-findings')).map(decodeURI)

/** The findings of an answer of E6 or E11, beside the one that all of them have: the document does not recommend them. */
export const portalFindingsOf = (reply: Reply): string[] => {
  const findings = findingsOf(reply)
  expect(findings).toContain('not-recommended-operation')
  return findings.filter((finding) => finding !== 'not-recommended-operation')
}

/** The numbers of the assumptions that an answer lists as used. */
export const assumptionsOf = ({ headers }: Reply): string[] =>
  listOf(headers.get('x-sandbox-assumptions'))

/** Expects a refusal as the document shows it: HTTP 200, three keys, a null result, and these words in the message. */
export const expectRefusal = (reply: Reply, code: string, ...words: string[]): void => {
  expect(reply.status).toBe(200)
  expectEnvelope(reply, code, ...words)
}

/** Expects the envelope of a refusal with any HTTP status. */
export const expectEnvelope = (reply: Reply, code: string, ...words: string[]): void => {
  expect(reply.body, reply.text).toEqual({ code, message: expect.any(String), result: null })
  expect(Object.keys(reply.body as object)).toEqual(['code', 'message', 'result'])
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { message } = reply.body as { message: string }
  for (const word of words) expect(message).toContain(word)
}

/** Expects a plain success with this payload, byte by byte. */
export const expectSuccess = (reply: Reply, result: unknown): void => {
  expect(reply.status).toBe(200)
  expect(reply.text).toBe(`{"code":"0","message":"success","result":${JSON.stringify(result)}}`)
}
