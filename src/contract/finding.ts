import { type Static, Type } from '@sinclair/typebox'
import { Choice, Shape, Text } from './shapes.ts'

/** Things worth telling the caller that are no reason to refuse: code and what it means. */
export const FINDINGS = {
  'null-as-absent': 'null in an optional field was taken as absent',
  'unknown-field': 'a field that the operation does not know was ignored',
  'byte-order-mark': 'the UTF-8 byte order mark before the body was skipped',
  'second-access-token': 'more than one Access-token header; the first valid one counted',
  'unknown-filter-code':
    'a filter condition has a code that is neither tags nor that of a metadata field (A-6-2)',
  'unknown-filter-value':
    'nothing matched, and a filter value is none of the codes of its metadata field (A-6-2)',
  'path-never-uploaded': 'a path names no completed upload; the declared facts were taken',
  'upload-not-completed':
    'a path names an upload whose parts are not merged yet (E13); the declared facts were taken',
  'upload-ended':
    'a path names an upload that was aborted or has expired; the declared facts were taken',
  'stale-timestamp': 'S-Timestamp is not within five minutes of now',
  'used-nonce': 'S-Nonce was used before',
  'unknown-sort': 'an unknown sort field or direction counted as the default',
  'unknown-scope': 'an unknown scope counted as 0',
  'page-size-clamped': 'a page size above the maximum counted as the maximum',
  'unknown-passed-over': 'something named does not exist and was passed over',
  'unusual-form': 'a text has another form than the document shows; it was kept as sent',
  'release-in-the-past': 'a release time is before now; it was kept as sent',
  'type-differs-from-file': 'the declared type is not that of the uploaded file',
  'size-differs-from-declared': 'the parts have another size together than was declared',
  'bytes-missing': 'the bytes of an uploaded file are not there; what was declared was taken',
  'unreadable-file': 'the file could not be read as what its first bytes announce',
  'file-id-for-asset': 'an id is that of a file; materialOrigin.id of E4 is that of its asset',
  'atom-id-for-asset': 'an id is that of an atom, of which E21 makes an asset',
  'asset-id-for-atom': 'an id is that of an asset, which is in the library already',
  'file-id-for-atom': 'an id is that of a file of the library that no atom has',
} as const

/** The code of a finding. */
export type FindingCode = keyof typeof FINDINGS

/** Something odd about one call; `field` is a path in the request, by wire names. */
export const Finding = Shape('Finding', 'Something odd about a call that was answered', {
  code: Choice(Object.keys(FINDINGS) as FindingCode[], 'What was odd'),
  field: Type.Optional(Text('Path of the field in the request')),
})
export type Finding = Static<typeof Finding>
