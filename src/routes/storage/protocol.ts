import type { IncomingHttpHeaders } from 'node:http'

/** Statuses of codes; others have 400. A fault with a status alone answers its first code. */
export const STATUSES: ReadonlyMap<string, number> = new Map([
  ['AccessDenied', 403],
  ['InvalidAccessKeyId', 403],
  ['InvalidSecurityToken', 403],
  ['RequestTimeTooSkewed', 403],
  ['SecurityTokenExpired', 403],
  ['SignatureDoesNotMatch', 403],
  ['NoSuchKey', 404],
  ['NoSuchBucket', 404],
  ['NoSuchUpload', 404],
  ['MethodNotAllowed', 405],
  ['FileAlreadyExists', 409],
  ['MissingContentLength', 411],
  ['InvalidRange', 416],
  ['Throttling', 429],
  ['InternalError', 500],
  ['NotImplemented', 501],
  ['ServiceUnavailable', 503],
  ['SlowDown', 503],
  ['InsufficientCapacity', 507],
])

/** A refusal in the words of the protocol; SDKs make their error class of the code. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: string
  readonly status: number
  /** More elements of the XML, such as `ServerTime`. */
  readonly details: Readonly<Record<string, string>>

  constructor(code: string, message: string, details = {}, status = STATUSES.get(code) ?? 400) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

export const notImplemented = (what: string): StorageError =>
  new StorageError(
    'NotImplemented',
    `${what} is outside of what this object storage has; docs/storage.md lists it.`,
  )

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

export const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  headers[name]?.toString()
