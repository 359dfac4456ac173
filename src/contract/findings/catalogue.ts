import type { FindingKind, FindingLevel } from './finding-kind.ts'

const kindOf =
  (level: FindingLevel) =>
  (means: string, remedy: string): FindingKind => ({ level, means, remedy })

const error = kindOf('error')
const warning = kindOf('warning')
const note = kindOf('note')

export const REQUEST_FINDINGS = {
  'null-as-absent': note(
    'An optional field is null; the server treated it as absent',
    'Leave the field out.',
  ),
  'unknown-field': warning(
    'The operation does not know a field; the server ignored it',
    'Remove the field, or send it under the name in the document.',
  ),
  'corrected-name': error(
    'A field has the corrected spelling of a name that the document misspells; the server ignored it',
    'Use the spelling of the document, such as createTimeForm or pictureParam.high.',
  ),
  'foreign-name': error(
    'A field has the name that other operations use for it; the server ignored it',
    'Use the name that the document shows for this operation, such as page or pageNum.',
  ),
  'wrong-case-name': error(
    'A field differs from a name in the document only in case or underscores; the server ignored it',
    'Use the same upper and lower case as the document.',
  ),
  'misspelled-name': error(
    'A field name nearly matches one in the document; the server ignored the field',
    'Use the spelling of the document, or remove the field if you meant something else.',
  ),
  'timestamp-in-seconds': error(
    'A timestamp looks like seconds; the interface uses milliseconds',
    'Multiply by 1,000.',
  ),
  'byte-order-mark': note(
    'The body starts with a UTF-8 byte order mark; the server skipped it',
    'Send the body without the byte order mark.',
  ),
  'second-access-token': warning(
    'The request has more than one Access-token header; the server used the first valid one',
    'Send one Access-token header.',
  ),
  'token-in-authorization': warning(
    'The token is in Authorization, which no operation reads',
    'Send the token in Access-token, and bearer in Token-type.',
  ),
  'bearer-in-access-token': warning(
    'Access-token starts with Bearer, which is not part of the token',
    'Send only the token in Access-token, and bearer in Token-type.',
  ),
  'token-of-another-workspace': warning(
    'The token belongs to a different workspace than the path',
    'Use the token of the workspace whose base URL is called.',
  ),
  'misspelled-header': error(
    'A header looks like one that changes what the call does, but has another name; the server ignored it',
    'Use the name of the header exactly, such as x-open-api-user.',
  ),
  'missing-acting-user': note(
    'x-open-api-user is absent, but documentation published elsewhere requires it for this operation',
    'Send the e-mail address of the acting user in x-open-api-user.',
  ),
  'server-call-from-page': warning(
    'A page from another origin called an operation that only servers should call, so the page has a server token (A-cors-1)',
    'Call the operation from your own server; pages should call only E3, E6, E11 and E19.',
  ),
  'other-base': error(
    'The call used the base URL of the other surface; the document has two base URLs',
    'Call E6 and E11 below {portal_url} and all others below {base_url}.',
  ),
  'too-many-ids': warning(
    'A list has more ids than one request may have',
    'Split the ids into batches within the limit of the operation, 100 for E8.',
  ),
  'not-recommended-operation': note(
    'The document marks the operation as not recommended',
    'Use a newer operation if one exists.',
  ),
  'unusual-form': warning(
    'A value has a different format or type than the document shows',
    'Use the format in the document, such as YYYY-MM-DD HH:mm:ss.SSS, or a UUID for S-Nonce.',
  ),
  'value-not-seen': note(
    'This value does not appear in the document; the server accepted it unchanged',
    'Check the spelling; the real service may know the value.',
  ),
  'stale-timestamp': error(
    'S-Timestamp is not within five minutes of the current time',
    'Sign each request separately, with the current time in epoch milliseconds.',
  ),
  'used-nonce': error(
    'S-Nonce was already used',
    'Create a new nonce for each request, including retries.',
  ),
} as const

/** Findings about what a request refers to, based on the data of the workspace. */
export const DATA_FINDINGS = {
  'unknown-filter-code': warning(
    'The code of a filter condition is neither tags nor the code of a metadata field (A-6-2)',
    'Use tags or the code of a metadata field.',
  ),
  'unknown-filter-value': warning(
    'Nothing matched: no record has this filter value (A-6-2, A-5-3)',
    'Use a value that an operation has returned. For a metadata field, use the code of the value, not its name.',
  ),
  'path-never-uploaded': warning(
    'A path does not name a completed upload; the server used the declared file details',
    'Upload the file and complete it with E13 before E16.',
  ),
  'size-below-picture': note(
    'The declared size is smaller than any image of this type can be; the placeholder is larger',
    'Declare the actual size of the file.',
  ),
  'upload-not-completed': error(
    'A path names an upload with parts that are not merged yet (E13); the server used the declared file details',
    'Call E13 before E16, and check the code that it returns.',
  ),
  'upload-ended': error(
    'A path names an upload that was aborted or has expired; the server used the declared file details',
    'Upload the file again.',
  ),
  'unknown-sort': warning(
    'A sort field or direction is unknown; the server used the default',
    'Use a known field, and asc or desc.',
  ),
  'unknown-scope': warning('The scope is unknown; the server used 0', 'Use a scope from 0 to 3.'),
  'page-size-clamped': warning(
    'The page size is above the maximum; the server used the maximum',
    'Request at most 1,000 rows, then request the next page.',
  ),
  'archive-root': warning(
    'A path names a root of the archive; E17 lists groups below the roots only and left it out (A-17-3)',
    'Use the path of a group below the root, or leave groupPath out to list all of them.',
  ),
  'repeated-value': warning(
    'The list gives one code several names; the last one counts',
    'Send each attrValueCode once.',
  ),
  'unknown-passed-over': warning(
    'The request names something that does not exist; the server skipped it',
    'Use ids that an operation has returned.',
  ),
  'empty-list': warning(
    'The list of what the call is about is empty, so the call does nothing, or creates an approval without objects',
    'Skip the call if there is nothing to do.',
  ),
  'path-in-other-form': error(
    'No upload has exactly this path, but one differs only in form: case, slashes, a URL, a bucket, a folder or an extension (A-17-2, A-16-1)',
    'Use the path exactly as it was returned: by E17, such as PRODUCT/TEA, or as filePath of the upload.',
  ),
  'parts-out-of-order': warning(
    'The parts are not listed in the order of their numbers; object stores reject that',
    'List the parts in the order of their numbers.',
  ),
  'inactive-user': warning(
    'The request names a user who cannot act, because the user is disabled or logged out',
    'Use active users.',
  ),
  'release-in-the-past': warning(
    'A release time is in the past; the server stored it unchanged',
    'Send a future time in the time zone of the service.',
  ),
  'type-differs-from-file': warning(
    'The declared type is not the type of the uploaded file',
    'Declare the media type of the actual bytes.',
  ),
  'size-differs-from-declared': warning(
    'The total size of the parts differs from the declared size',
    'Declare the size of the whole file in bytes.',
  ),
  'bytes-missing': warning(
    'The bytes of an uploaded file are missing; the server used the declared file details',
    'Upload the file again.',
  ),
  'unreadable-file': warning(
    'The first bytes indicate a file format, but the file could not be read in that format',
    'Check the file; it may be truncated or damaged.',
  ),
  'file-id-for-asset': error(
    'A file id was given instead of an asset id; E4 returns the asset id as materialOrigin.id',
    'Use materialOrigin.id, or successMaterialIdList of E21.',
  ),
  'atom-id-for-asset': error(
    'An id is the id of an atom; E21 turns an atom into an asset',
    'Call E21 and use successMaterialIdList.',
  ),
  'asset-id-for-atom': error(
    'An id is the id of an asset, which is already in the library',
    'Use an id from assetElementIdList of E16.',
  ),
  'file-id-for-atom': error(
    'A file id was given instead of an atom id',
    'Use an id from assetElementIdList of E16.',
  ),
} as const

/** Findings about a call that depend on earlier calls. */
export const TRAFFIC_FINDINGS = {
  'repeated-write': warning(
    'The client repeated a write after the first response was lost; it may have been done twice',
    'Before you repeat the call, check whether the first one was done.',
  ),
  'retry-without-pause': warning(
    'The client repeated a failed call immediately',
    'Wait before each retry, increasing the delay each time, and do not retry calls that were refused because of wrong input.',
  ),
  'token-per-call': warning(
    'The client requested a new access token although the previous one was hardly used',
    'Keep the token until expires_in has passed.',
  ),
  'upload-never-completed': warning(
    'An upload was started but never completed with E13',
    'Call E13 after the last part, or abort the upload.',
  ),
  'upload-never-used': note(
    'An upload was completed, but E16 never created an atom from it',
    'Call E16 with the path of the upload.',
  ),
} as const

export const STORAGE_FINDINGS = {
  'small-part': error(
    'A part other than the last is smaller than 100 KiB; the upload cannot be completed with it',
    'Send parts of equal size, at least 100 KiB; SDKs have an option for the part size.',
  ),
  'no-integrity-header': note(
    'The bytes came without an MD5 or checksum, so damage in transit would go unnoticed',
    'Send Content-MD5 or a checksum, or compare x-oss-hash-crc64ecma of the response.',
  ),
  'grant-outlived': warning(
    'The client used object storage keys after they had expired',
    'Request new keys before they expire; in ali-oss, use refreshSTSToken.',
  ),
  'completed-twice': warning(
    'A multipart upload was completed a second time; the real service may no longer know it',
    'Complete an upload once; if the response was lost, check whether its object exists.',
  ),
  'unusual-key': note(
    'A key does not have the form that the service uses: pathPrefix, a slash, 32 hexadecimal digits and the extension',
    'Build keys from a random id and the file extension; keep the file name for E16.',
  ),
  'header-without-effect': note(
    'A header asks for tags, encryption, an ACL or a storage class, which this object storage does not have; the server ignored it',
    'Nothing to do, unless the client depends on its effect: the real store acts on it.',
  ),
} as const
