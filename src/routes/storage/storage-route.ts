import type { IncomingMessage } from 'node:http'
import type { StorageRouteName } from '../../contract/supporting-routes.ts'
import { splitUrl } from './address.ts'
import { notImplemented, StorageError } from './protocol.ts'

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const BUCKET = /^\/(?:dam-[0-9a-f]{8}\/?)?$/

/** Parameters and headers of what this object storage has not. */
const OUTSIDE =
  `accelerate acl analytics append attributes asyncFetch bucketInfo callback cors delete encryption
  img inventory legal-hold lifecycle list-type live location logging metaQuery metrics notification object-lock
  objectInfo ownershipControls policy policyStatus position publicAccessBlock qos referer replication
  requestPayment restore retention select select-type stat status style symlink tagging torrent transferAcceleration
  udf versionId versioning versions vod website worm x-oss-process`.split(/\s+/)

const OUTSIDE_GET = /^(?:objectMeta|partNumber)$/

const OUTSIDE_HEADERS =
  `x-oss-callback x-oss-complete-all x-oss-copy-source x-amz-copy-source x-oss-symlink-target
  x-amz-server-side-encryption-customer-algorithm x-amz-object-lock-mode`.split(/\s+/)

const OUTSIDE_HEADERS_PUT = /^if-(?:none-)?match$/

/** A form of a page: PUT would keep its boundaries as a part of the file. */
const isForm = ({ method = '', headers }: Asked): boolean =>
  ['POST', 'PUT'].includes(method) && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** The unsupported feature that a request uses; undefined if there is none. */
const outsideOf = ({ method, url = '/', headers }: Asked): string | undefined =>
  [...splitUrl(url).query.keys()].find(
    (name) => OUTSIDE.includes(name) || (method === 'GET' && OUTSIDE_GET.test(name)),
  ) ??
  Object.keys(headers).find(
    (name) =>
      OUTSIDE_HEADERS.includes(name) || (method === 'PUT' && OUTSIDE_HEADERS_PUT.test(name)),
  )

/** The route of a request, by which faults, journal and coverage know it. */
export const storagePathOf = (request: Asked): StorageRouteName | 'preflight' | 'outside' => {
  const { method = 'GET', url = '/' } = request
  const { path, query } = splitUrl(url)
  if (method === 'OPTIONS') return 'preflight'
  if (isForm(request) || outsideOf(request) !== undefined) return 'outside'
  if (method === 'GET' && query.has('uploads')) return 'storage-list-uploads'
  if (BUCKET.test(path)) return 'outside'
  if (method === 'POST' && query.has('uploads')) return 'storage-initiate'
  return ROUTES.get(`${method}${query.has('uploadId') ? ' uploadId' : ''}`) ?? 'outside'
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

export const refuseOutside = (request: Asked): never => {
  if (isForm(request))
    throw new StorageError(
      'NotImplemented',
      'Forms (multipart/form-data) are not accepted; send the bytes of the file by PUT, or in parts by a multipart upload.',
    )
  const outside = outsideOf(request)
  if (outside === 'x-oss-callback' || outside === 'callback') {
    const message = 'Callbacks are not sent; call E16 with the key after the upload.'
    throw new StorageError('NotImplemented', message)
  }
  const { method = '', url = '' } = request
  throw notImplemented(outside ?? `${method} ${splitUrl(url).path}`)
}
