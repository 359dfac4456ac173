import { Type } from '@sinclair/typebox'
import { invented } from '../known-field.ts'
import { ClosedObject } from '../resources/primitives.ts'

/** The prefix of every key, without its slash. */
export const PATH_PREFIX = 'upload'

/** SDKs need a region for signatures of version 4; every one that they send is taken. */
export const STORAGE_REGION = 'oss-cn-hangzhou'

const text = (description: string) => invented(Type.String(), description, 'A-storage-1')

/** Temporary keys of object storage (A-storage-1). */
export const StorageGrant = ClosedObject({
  accessKeyId: text('Id of the access key.'),
  accessKeySecret: text('Secret that requests are signed with.'),
  securityToken: text('Token to send with each signature.'),
  endpoint: text('URL of the object storage, with its port.'),
  bucket: text('Name of the bucket.'),
  pathPrefix: text('Prefix of keys, without a slash at its end.'),
  region: text('Region, which signatures of version 4 have.'),
  expiration: text('When the keys expire by the clock of the workspace, ISO 8601 in UTC.'),
})
