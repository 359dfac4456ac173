import type { IncomingHttpHeaders } from 'node:http'

/** The two dialects, which differ in signatures, error codes and header names. */
export type Dialect = 'oss' | 's3'

/** A refusal in the words of the protocol; SDKs make their error class of the code. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: string
  readonly status: number
  /** More elements of the XML, such as `ServerTime`. */
  readonly details: Readonly<Record<string, string>> | undefined

  constructor(
    code: string,
    status: number,
    message: string,
    details?: Readonly<Record<string, string>>,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

export interface StorageRequest {
  method: string
  /** Path and query as they were sent. */
  url: string
  headers: IncomingHttpHeaders
}

/** What the signatures of a grant are verified with. */
export interface GrantSecrets {
  accessKeySecret: string
  securityToken: string
  bucket: string
}

export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** The dialect of a request, signed or not, for the form of its answer. */
export const dialectOf = ({ url, headers }: StorageRequest): Dialect =>
  /^AWS/.test(headers.authorization ?? '') ||
  /[?&](?:x-amz-|AWSAccessKeyId=)/i.test(url) ||
  Object.keys(headers).some((name) => name.startsWith('x-amz-'))
    ? 's3'
    : 'oss'
