import type { FindingKind } from './finding-kind.ts'

/** Findings about what a request names, judged by the data of the workspace. */
export const DATA_FINDINGS = {
  'unknown-filter-code': {
    level: 'warning',
    means:
      'a filter condition has a code that is neither tags nor that of a metadata field (A-6-2)',
    remedy: 'Use tags or the code of a metadata field.',
  },
  'unknown-filter-value': {
    level: 'warning',
    means: 'nothing matched, and a filter value is none of the codes of its metadata field (A-6-2)',
    remedy: 'Use the code of a value, not its name.',
  },
  'path-never-uploaded': {
    level: 'warning',
    means: 'a path names no completed upload; the declared facts were taken',
    remedy: 'Upload the file and complete it with E13 before E16.',
  },
  'upload-not-completed': {
    level: 'error',
    means:
      'a path names an upload whose parts are not merged yet (E13); the declared facts were taken',
    remedy: 'Call E13 before E16, and check its code.',
  },
  'upload-ended': {
    level: 'error',
    means: 'a path names an upload that was aborted or has expired; the declared facts were taken',
    remedy: 'Upload the file again.',
  },
  'unknown-sort': {
    level: 'warning',
    means: 'an unknown sort field or direction counted as the default',
    remedy: 'Use a known field, and asc or desc.',
  },
  'unknown-scope': {
    level: 'warning',
    means: 'an unknown scope counted as 0',
    remedy: 'Use a scope from 0 to 3.',
  },
  'page-size-clamped': {
    level: 'warning',
    means: 'a page size above the maximum counted as the maximum',
    remedy: 'Ask for at most 1,000 rows, and for the next page.',
  },
  'unknown-passed-over': {
    level: 'warning',
    means: 'something named does not exist and was passed over',
    remedy: 'Use ids that an operation has answered.',
  },
  'release-in-the-past': {
    level: 'warning',
    means: 'a release time is before now; it was kept as sent',
    remedy: 'Send a future time in the zone of the service.',
  },
  'type-differs-from-file': {
    level: 'warning',
    means: 'the declared type is not that of the uploaded file',
    remedy: 'Declare the media type of the bytes.',
  },
  'size-differs-from-declared': {
    level: 'warning',
    means: 'the parts have another size together than was declared',
    remedy: 'Declare the size of the whole file in bytes.',
  },
  'bytes-missing': {
    level: 'warning',
    means: 'the bytes of an uploaded file are not there; what was declared was taken',
    remedy: 'Upload the file again.',
  },
  'unreadable-file': {
    level: 'warning',
    means: 'the file could not be read as what its first bytes announce',
    remedy: 'Check the file; it may be cut or damaged.',
  },
  'file-id-for-asset': {
    level: 'error',
    means: 'an id is that of a file; materialOrigin.id of E4 is that of its asset',
    remedy: 'Use materialOrigin.id, or successMaterialIdList of E21.',
  },
  'atom-id-for-asset': {
    level: 'error',
    means: 'an id is that of an atom, of which E21 makes an asset',
    remedy: 'Call E21 and use successMaterialIdList.',
  },
  'asset-id-for-atom': {
    level: 'error',
    means: 'an id is that of an asset, which is in the library already',
    remedy: 'Use an id of assetElementIdList of E16.',
  },
  'file-id-for-atom': {
    level: 'error',
    means: 'an id is that of a file of the library that no atom has',
    remedy: 'Use an id of assetElementIdList of E16.',
  },
} as const satisfies Record<string, FindingKind>
