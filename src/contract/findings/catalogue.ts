import type { FindingKind, FindingLevel } from './finding-kind.ts'

const kindOf =
  (level: FindingLevel) =>
  (means: string, remedy: string): FindingKind => ({ level, means, remedy })

const error = kindOf('error')
const warning = kindOf('warning')
const note = kindOf('note')

export const REQUEST_FINDINGS = {
  'null-as-absent': note('null in an optional field was taken as absent', 'Leave the field out.'),
  'unknown-field': warning(
    'a field that the operation does not know was ignored',
    'Remove the field, or send it under the name that the document has.',
  ),
  'corrected-name': error(
    'a field has a corrected spelling of a name of the document and was ignored',
    'Use the spelling of the document, such as createTimeForm or pictureParam.high.',
  ),
  'foreign-name': error(
    'a field has the name that other operations use for it and was ignored',
    'Use the name that the document shows for this operation, such as page or pageNum.',
  ),
  'wrong-case-name': error(
    'a field differs from a name of the document in case or underscores only and was ignored',
    'Use the upper and lower case of the document.',
  ),
  'misspelled-name': error(
    'a field has nearly a name of the document and was ignored',
    'Use the spelling of the document; where the field is meant to be another, remove it.',
  ),
  'timestamp-in-seconds': error(
    'an instant looks like seconds; the interface has milliseconds',
    'Multiply by 1,000.',
  ),
  'byte-order-mark': note(
    'the UTF-8 byte order mark before the body was skipped',
    'Send the body without it.',
  ),
  'second-access-token': warning(
    'more than one Access-token header; the first valid one counted',
    'Send one Access-token header.',
  ),
  'token-in-authorization': warning(
    'the token is in Authorization, which no operation reads',
    'Send the token in Access-token, and bearer in Token-type.',
  ),
  'bearer-in-access-token': warning(
    'Access-token begins with Bearer, which is not part of the token',
    'Send the token alone, and bearer in Token-type.',
  ),
  'token-of-another-workspace': warning(
    'the token begins with the id of another workspace than the path',
    'Use the token of the workspace whose base URL is called.',
  ),
  'missing-acting-user': note(
    'x-open-api-user is absent; pages published elsewhere require it for this operation',
    'Send the e-mail address of the acting user in x-open-api-user.',
  ),
  'server-call-from-page': warning(
    'a page of another origin called an operation that only servers call, so it has their token (A-cors-1)',
    'Call the operation from your own server; pages call E3, E6, E11 and E19.',
  ),
  'other-base': error(
    'an operation was called under the base URL of the other surface; the document has two',
    'Call E6 and E11 below {portal_url} and all others below {base_url}.',
  ),
  'too-many-ids': warning(
    'a list has more ids than one request may carry',
    'Split the ids into batches within the limit of the operation, 100 for E8.',
  ),
  'not-recommended-operation': note(
    'the document marks the operation as not recommended',
    'Prefer a newer operation where there is one.',
  ),
  'unusual-form': warning(
    'a value has another form or type than the document shows',
    'Use the form of the document, such as YYYY-MM-DD HH:mm:ss.SSS, or a UUID for S-Nonce.',
  ),
  'value-not-seen': note(
    'a value is none of those that the document has seen; it was taken as it is',
    'Check the spelling; the service may know the value.',
  ),
  'stale-timestamp': error(
    'S-Timestamp is not within five minutes of now',
    'Sign each request anew, with the present time in epoch milliseconds.',
  ),
  'used-nonce': error(
    'S-Nonce was used before',
    'Make a new nonce for each request, repeated ones included.',
  ),
} as const

/** Findings about what a request names, judged by the data of the workspace. */
export const DATA_FINDINGS = {
  'unknown-filter-code': warning(
    'a filter condition has a code that is neither tags nor that of a metadata field (A-6-2)',
    'Use tags or the code of a metadata field.',
  ),
  'unknown-filter-value': warning(
    'nothing matched, and nothing has the value of a filter (A-6-2, A-5-3)',
    'Use a value that an operation has answered; of a metadata field its code, not its name.',
  ),
  'path-never-uploaded': warning(
    'a path names no completed upload; the declared facts were taken',
    'Upload the file and complete it with E13 before E16.',
  ),
  'size-below-picture': note(
    'the declared size is less than that of any picture of the type; the placeholder is larger',
    'Declare the size of the file.',
  ),
  'upload-not-completed': error(
    'a path names an upload whose parts are not merged yet (E13); the declared facts were taken',
    'Call E13 before E16, and check its code.',
  ),
  'upload-ended': error(
    'a path names an upload that was aborted or has expired; the declared facts were taken',
    'Upload the file again.',
  ),
  'unknown-sort': warning(
    'an unknown sort field or direction counted as the default',
    'Use a known field, and asc or desc.',
  ),
  'unknown-scope': warning('an unknown scope counted as 0', 'Use a scope from 0 to 3.'),
  'page-size-clamped': warning(
    'a page size above the maximum counted as the maximum',
    'Ask for at most 1,000 rows, and for the next page.',
  ),
  'unknown-passed-over': warning(
    'something named does not exist and was passed over',
    'Use ids that an operation has answered.',
  ),
  'empty-list': warning(
    'a list is empty, so that an approval has no object, or a notification no reader',
    'Leave the call out where there is nothing to approve and nobody to tell.',
  ),
  'path-in-other-form': error(
    'nothing has this path, and another differs from it only in form: case, slashes, a URL, a bucket, a folder or an extension (A-17-2, A-16-1)',
    'Use the path as it was answered: by E17, such as PRODUCT/TEA, or as filePath by the upload.',
  ),
  'parts-out-of-order': warning(
    'the parts are not listed in order of their numbers; object stores refuse that',
    'List the parts in order of their numbers.',
  ),
  'inactive-user': warning(
    'a user who is disabled or logged out was named, and cannot act',
    'Name active users.',
  ),
  'release-in-the-past': warning(
    'a release time is before now; it was kept as sent',
    'Send a future time in the zone of the service.',
  ),
  'type-differs-from-file': warning(
    'the declared type is not that of the uploaded file',
    'Declare the media type of the bytes.',
  ),
  'size-differs-from-declared': warning(
    'the parts have another size together than was declared',
    'Declare the size of the whole file in bytes.',
  ),
  'bytes-missing': warning(
    'the bytes of an uploaded file are not there; what was declared was taken',
    'Upload the file again.',
  ),
  'unreadable-file': warning(
    'the file could not be read as what its first bytes announce',
    'Check the file; it may be cut or damaged.',
  ),
  'file-id-for-asset': error(
    'an id is that of a file; materialOrigin.id of E4 is that of its asset',
    'Use materialOrigin.id, or successMaterialIdList of E21.',
  ),
  'atom-id-for-asset': error(
    'an id is that of an atom, of which E21 makes an asset',
    'Call E21 and use successMaterialIdList.',
  ),
  'asset-id-for-atom': error(
    'an id is that of an asset, which is in the library already',
    'Use an id of assetElementIdList of E16.',
  ),
  'file-id-for-atom': error(
    'an id is that of a file of the library that no atom has',
    'Use an id of assetElementIdList of E16.',
  ),
} as const

/** Findings about a call in the light of the calls before it. */
export const TRAFFIC_FINDINGS = {
  'repeated-write': warning(
    'a write was repeated whose first answer was lost; it may have been done twice',
    'Look up whether the first call was done before you repeat it.',
  ),
  'retry-without-pause': warning(
    'a call that had failed was repeated at once',
    'Wait before a retry, longer each time, and do not retry a refusal of wrong input.',
  ),
  'token-per-call': warning(
    'a new access token was asked for although the one before was hardly used',
    'Keep the token until expires_in has passed.',
  ),
  'upload-never-completed': warning(
    'an upload was begun and never completed with E13',
    'Call E13 after the last part, or abort the upload.',
  ),
  'upload-never-used': note(
    'an upload was completed and no atom was made of it with E16',
    'Call E16 with the path of the upload.',
  ),
} as const

export const STORAGE_FINDINGS = {
  'small-part': error(
    'a part of less than 100 KiB is not the last one; the upload cannot be completed with it',
    'Send parts of one size, at least 100 KiB; SDKs take the size as an option.',
  ),
  'no-integrity-header': note(
    'bytes came without MD5 or checksum, so that damage on the way stays unseen',
    'Send Content-MD5 or a checksum, or compare x-oss-hash-crc64ecma of the answer.',
  ),
  'grant-outlived': warning(
    'keys of object storage were used after they had expired',
    'Ask for new keys before expiration; ali-oss does so by refreshSTSToken.',
  ),
  'completed-twice': warning(
    'an upload in parts was completed again; the service may not know it any more',
    'Complete an upload once; look for its object where the answer was lost.',
  ),
  'unusual-key': note(
    'a key has another form than those of the service: pathPrefix, a slash, 32 hexadecimal digits and the extension',
    'Make keys of a random id and the extension of the file; keep its name for E16.',
  ),
} as const
