import type { StorageRouteName } from '../contract/supporting-routes.ts'
import { splitUrl } from './address.ts'
import { StorageError } from './protocol.ts'

/** The route of a request, by which faults, journal and coverage know it. */
export type StoragePath = StorageRouteName | 'preflight' | 'outside'

const BUCKET = /^\/(?:dam-[0-9a-f]{8}\/?)?$/

/** Parameters and headers of what this object storage has not. */
const OUTSIDE_QUERY =
  `accelerate acl analytics append attributes asyncFetch bucketInfo callback cors delete encryption
  img inventory legal-hold lifecycle list-type live location logging metaQuery metrics notification object-lock
  objectInfo objectMeta ownershipControls policy policyStatus position publicAccessBlock qos referer replication
  requestPayment restore retention select select-type stat status style symlink tagging torrent transferAcceleration
  udf versionId versioning versions vod website worm x-oss-process`.split(/\s+/)

const OUTSIDE_HEADERS =
  `x-oss-callback x-oss-copy-source x-amz-copy-source x-oss-forbid-overwrite x-oss-tagging
  x-amz-tagging x-oss-server-side-encryption x-amz-server-side-encryption x-amz-server-side-encryption-customer-algorithm
  x-oss-symlink-target x-oss-complete-all x-amz-object-lock-mode`.split(/\s+/)

const OF_GET = `response-cache-control response-content-disposition response-content-encoding
  response-content-language response-content-type response-expires partNumber`.split(/\s+/)

const OF_PUT = ['if-match', 'if-none-match']

interface Asked {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

/** The feature that a request asks for and that is not there; undefined for none. */
const outsideOf = ({ method, url = '/', headers }: Asked): string | undefined => {
  const { query } = splitUrl(url)
  const names = new URLSearchParams(query)
  return (
    OUTSIDE_QUERY.find((name) => names.has(name)) ??
    OUTSIDE_HEADERS.find((name) => Object.hasOwn(headers, name)) ??
    (method === 'GET' ? OF_GET.find((name) => names.has(name)) : undefined) ??
    (method === 'PUT' ? OF_PUT.find((name) => Object.hasOwn(headers, name)) : undefined)
  )
}

export const storagePathOf = (request: Asked): StoragePath => {
  const { method = 'GET', url = '/', headers } = request
  if (method === 'OPTIONS') return 'preflight'
  if (outsideOf(request) !== undefined) return 'outside'
  const { path, query } = splitUrl(url)
  const names = new URLSearchParams(query)
  const isBucket = BUCKET.test(path)
  if (method === 'GET' && names.has('uploads')) return 'storage-list-uploads'
  const isForm = /^\s*multipart\/form-data\b/i.test(String(headers['content-type']))
  if (method === 'POST' && isForm) return 'storage-post'
  if (isBucket) return 'outside'
  const route = ROUTES.get(`${method}${names.has('uploadId') ? ' uploadId' : ''}`)
  return method === 'POST' && names.has('uploads') ? 'storage-initiate' : (route ?? 'outside')
}

const ROUTES: ReadonlyMap<string, StorageRouteName> = new Map([
  ['PUT', 'storage-put'],
  ['PUT uploadId', 'storage-part'],
  ['GET', 'storage-get'],
  ['GET uploadId', 'storage-list-parts'],
  ['HEAD', 'storage-head'],
  ['DELETE', 'storage-delete'],
  ['DELETE uploadId', 'storage-abort'],
  ['POST uploadId', 'storage-complete'],
])

export const notImplemented = (request: Asked): StorageError => {
  const outside = outsideOf(request)
  const { method = '', url = '' } = request
  if (outside === 'x-oss-callback' || outside === 'callback')
    return new StorageError(
      'NotImplemented',
      501,
      'Callbacks are not sent; call E16 with the key after the upload.',
    )
  return new StorageError(
    'NotImplemented',
    501,
    `${outside ?? `${method} ${splitUrl(url).path}`} is outside of what this object storage has; docs/storage.md lists it.`,
  )
}
