import type { IncomingHttpHeaders } from 'node:http'
import { trimBlanks } from '../../kernel/text.ts'
import { StorageError } from './protocol.ts'

/** Headers of an object beside its type, which GET and HEAD return as they were sent. */
const KEPT =
  /^(?:cache-control|content-(?:disposition|encoding|language)|expires|x-(?:oss|amz)-meta-[\w!#$%&'*+.^`|~-]+)$/

/** What a header can have, read as one character for each byte. */
const VALUE = /^[\t -~\u0080-\u00ff]*$/

/** The headers of a request that its object keeps, as JSON; null without any. */
export const keptHeaders = (headers: IncomingHttpHeaders): string | null => {
  const kept = Object.entries(headers).flatMap(([name, value = '']) => {
    if (!KEPT.test(name)) return []
    const text = name === 'content-encoding' ? withoutChunks(String(value)) : String(value)
    return text === '' ? [] : [[name, text] as const]
  })
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
}

/** `aws-chunked` describes the transfer and not the object. */
const withoutChunks = (encoding: string): string =>
  encoding
    .split(',')
    .map(trimBlanks)
    .filter((coding) => coding !== 'aws-chunked')
    .join(', ')

/** Kept headers as they are sent; imported data can have any JSON here. */
export const headersToSend = (kept: string | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(JSON.parse(kept ?? '{}'))).filter(
      (pair): pair is [string, string] =>
        typeof pair[1] === 'string' && KEPT.test(pair[0]) && VALUE.test(pair[1]),
    ),
  )

/** Query parameters of GET, and the header of the response that each sets. */
export const ANSWERED_BY: ReadonlyMap<string, string> = new Map(
  [
    'cache-control',
    'content-disposition',
    'content-encoding',
    'content-language',
    'content-type',
    'expires',
  ].map((header) => [`response-${header}`, header]),
)

/** The headers that the query of a request sets. */
export const headersOfQuery = (query: URLSearchParams): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [parameter, header] of ANSWERED_BY) {
    const value = query.get(parameter)
    if (!value) continue
    const bytes = Buffer.from(value).toString('latin1')
    if (!VALUE.test(bytes))
      throw new StorageError(
        'InvalidArgument',
        `${parameter} must have no control characters; a header cannot have them.`,
      )
    headers[header] = bytes
  }
  return headers
}

/** Headers that a real store acts on, and that have no effect here. */
export const WITHOUT_EFFECT =
  /^x-(?:oss|amz)-(?:tagging|server-side-.+|(?:object-)?acl|storage-class)$/
