// Printed from the sources; `npm run docs` prints it again.

/** Path, surface and reply shape of every operation, by its number. */
export const OPERATIONS = {
  E1: { path: '/open-api/standard/v1/search-material-groups', surface: 'server-side', shape: 'plain' },
  E2: { path: '/open-api/standard/v1/get-social-media-content-stats', surface: 'server-side', shape: 'plain' },
  E3: { path: '/open-api/standard/v1/save-client-track-log', surface: 'server-side', shape: 'plain' },
  E4: { path: '/open-api/standard/v2/asset/detail-list', surface: 'server-side', shape: 'plain' },
  E5: { path: '/open-api/standard/call/get-approval-by-create-time', surface: 'server-side', shape: 'plain' },
  E6: { path: '/portal/open/block/search', surface: 'portal', shape: 'plain' },
  E7: { path: '/open-api/standard/v1/marketing/crowd/insert', surface: 'server-side', shape: 'nested' },
  E8: { path: '/open-api/standard/v1/query-user-simple-info-list', surface: 'server-side', shape: 'plain' },
  E9: { path: '/open-api/standard/v1/material/create-external-asset-publishing-approval', surface: 'server-side', shape: 'plain' },
  E10: { path: '/open-api/standard/v1/marketing/crowd/list', surface: 'server-side', shape: 'nested' },
  E11: { path: '/portal/open/block/getContent', surface: 'portal', shape: 'plain' },
  E12: { path: '/open-api/standard/v1/add-notifications', surface: 'server-side', shape: 'plain' },
  E13: { path: '/open-api/standard/v1/file/complete-multipart-upload', surface: 'server-side', shape: 'plain' },
  E14: { path: '/open-api/standard/v1/addPortalAuth', surface: 'server-side', shape: 'plain' },
  E15: { path: '/open-api/standard/v1/creative/update', surface: 'server-side', shape: 'plain' },
  E16: { path: '/open-api/standard/v2/asset-element/upload', surface: 'server-side', shape: 'plain' },
  E17: { path: '/open-api/standard/v1/material-archive/group/list', surface: 'server-side', shape: 'plain' },
  E18: { path: '/open-api/standard/v1/marketing/crowd-pack/delete', surface: 'server-side', shape: 'nested' },
  E19: { path: '/open-api/standard/v1/submitQueryResult', surface: 'server-side', shape: 'bare' },
  E20: { path: '/open-api/standard/v1/metadata/value/update', surface: 'server-side', shape: 'empty' },
  E21: { path: '/open-api/standard/call/material2group', surface: 'server-side', shape: 'plain' },
  E22: { path: '/open-api/standard/v1/asset/collection/add-asset', surface: 'server-side', shape: 'plain' },
} as const

/** Level, meaning and remedy of every finding, by its code. */
export const FINDINGS = {
  'null-as-absent': {
    level: 'note',
    means: "null in an optional field was taken as absent",
    remedy: "Leave the field out.",
  },
  'unknown-field': {
    level: 'warning',
    means: "a field that the operation does not know was ignored",
    remedy: "Remove the field, or send it under the name that the document has.",
  },
  'corrected-name': {
    level: 'error',
    means: "a field has a corrected spelling of a name of the document and was ignored",
    remedy: "Use the spelling of the document, such as createTimeForm or pictureParam.high.",
  },
  'foreign-name': {
    level: 'error',
    means: "a field has the name that other operations use for it and was ignored",
    remedy: "Use the name that the document shows for this operation, such as page or pageNum.",
  },
  'wrong-case-name': {
    level: 'error',
    means: "a field differs from a name of the document in case or underscores only and was ignored",
    remedy: "Use the upper and lower case of the document.",
  },
  'timestamp-in-seconds': {
    level: 'error',
    means: "an instant looks like seconds; the interface has milliseconds",
    remedy: "Multiply by 1,000.",
  },
  'byte-order-mark': {
    level: 'note',
    means: "the UTF-8 byte order mark before the body was skipped",
    remedy: "Send the body without it.",
  },
  'second-access-token': {
    level: 'warning',
    means: "more than one Access-token header; the first valid one counted",
    remedy: "Send one Access-token header.",
  },
  'token-in-authorization': {
    level: 'warning',
    means: "the token is in Authorization, which no operation reads",
    remedy: "Send the token in Access-token, and bearer in Token-type.",
  },
  'bearer-in-access-token': {
    level: 'warning',
    means: "Access-token begins with Bearer, which is not part of the token",
    remedy: "Send the token alone, and bearer in Token-type.",
  },
  'token-of-another-workspace': {
    level: 'warning',
    means: "the token begins with the id of another workspace than the path",
    remedy: "Use the token of the workspace whose base URL is called.",
  },
  'missing-acting-user': {
    level: 'warning',
    means: "x-open-api-user is absent; pages published elsewhere require it for this operation",
    remedy: "Send the e-mail address of the acting user in x-open-api-user.",
  },
  'server-call-from-page': {
    level: 'warning',
    means: "a page of another origin called an operation that only servers call, so it has their token (A-cors-1)",
    remedy: "Call the operation from your own server; pages call E3, E6, E11 and E19.",
  },
  'too-many-ids': {
    level: 'warning',
    means: "a list has more ids than one request may carry",
    remedy: "Split the ids into batches within the limit of the operation, 100 for E8.",
  },
  'not-recommended-operation': {
    level: 'note',
    means: "the document marks the operation as not recommended",
    remedy: "Prefer a newer operation where there is one.",
  },
  'unusual-form': {
    level: 'warning',
    means: "a text has another form than the document shows",
    remedy: "Use the form of the document, such as YYYY-MM-DD HH:mm:ss.SSS.",
  },
  'stale-timestamp': {
    level: 'error',
    means: "S-Timestamp is not within five minutes of now",
    remedy: "Sign each request anew, with the present time in epoch milliseconds.",
  },
  'used-nonce': {
    level: 'error',
    means: "S-Nonce was used before",
    remedy: "Make a new nonce for each request, repeated ones included.",
  },
  'unknown-filter-code': {
    level: 'warning',
    means: "a filter condition has a code that is neither tags nor that of a metadata field (A-6-2)",
    remedy: "Use tags or the code of a metadata field.",
  },
  'unknown-filter-value': {
    level: 'warning',
    means: "nothing matched, and a filter value is none of the codes of its metadata field (A-6-2)",
    remedy: "Use the code of a value, not its name.",
  },
  'path-never-uploaded': {
    level: 'warning',
    means: "a path names no completed upload; the declared facts were taken",
    remedy: "Upload the file and complete it with E13 before E16.",
  },
  'upload-not-completed': {
    level: 'error',
    means: "a path names an upload whose parts are not merged yet (E13); the declared facts were taken",
    remedy: "Call E13 before E16, and check its code.",
  },
  'upload-ended': {
    level: 'error',
    means: "a path names an upload that was aborted or has expired; the declared facts were taken",
    remedy: "Upload the file again.",
  },
  'unknown-sort': {
    level: 'warning',
    means: "an unknown sort field or direction counted as the default",
    remedy: "Use a known field, and asc or desc.",
  },
  'unknown-scope': {
    level: 'warning',
    means: "an unknown scope counted as 0",
    remedy: "Use a scope from 0 to 3.",
  },
  'page-size-clamped': {
    level: 'warning',
    means: "a page size above the maximum counted as the maximum",
    remedy: "Ask for at most 1,000 rows, and for the next page.",
  },
  'unknown-passed-over': {
    level: 'warning',
    means: "something named does not exist and was passed over",
    remedy: "Use ids that an operation has answered.",
  },
  'release-in-the-past': {
    level: 'warning',
    means: "a release time is before now; it was kept as sent",
    remedy: "Send a future time in the zone of the service.",
  },
  'type-differs-from-file': {
    level: 'warning',
    means: "the declared type is not that of the uploaded file",
    remedy: "Declare the media type of the bytes.",
  },
  'size-differs-from-declared': {
    level: 'warning',
    means: "the parts have another size together than was declared",
    remedy: "Declare the size of the whole file in bytes.",
  },
  'bytes-missing': {
    level: 'warning',
    means: "the bytes of an uploaded file are not there; what was declared was taken",
    remedy: "Upload the file again.",
  },
  'unreadable-file': {
    level: 'warning',
    means: "the file could not be read as what its first bytes announce",
    remedy: "Check the file; it may be cut or damaged.",
  },
  'file-id-for-asset': {
    level: 'error',
    means: "an id is that of a file; materialOrigin.id of E4 is that of its asset",
    remedy: "Use materialOrigin.id, or successMaterialIdList of E21.",
  },
  'atom-id-for-asset': {
    level: 'error',
    means: "an id is that of an atom, of which E21 makes an asset",
    remedy: "Call E21 and use successMaterialIdList.",
  },
  'asset-id-for-atom': {
    level: 'error',
    means: "an id is that of an asset, which is in the library already",
    remedy: "Use an id of assetElementIdList of E16.",
  },
  'file-id-for-atom': {
    level: 'error',
    means: "an id is that of a file of the library that no atom has",
    remedy: "Use an id of assetElementIdList of E16.",
  },
  'result-of-refusal-used': {
    level: 'error',
    means: "an id was used that an earlier call should have answered, and that call was refused",
    remedy: "Check that code is 0 before you use result; HTTP 200 does not mean success.",
  },
  'repeated-write': {
    level: 'warning',
    means: "a write was repeated whose first answer was lost; it may have been done twice",
    remedy: "Look up whether the first call was done before you repeat it.",
  },
  'retry-without-pause': {
    level: 'warning',
    means: "a call that had failed was repeated at once",
    remedy: "Wait before a retry, longer each time, and do not retry a refusal of wrong input.",
  },
  'token-per-call': {
    level: 'warning',
    means: "a new access token was asked for although the one before was hardly used",
    remedy: "Keep the token until expires_in has passed.",
  },
  'queries-not-batched': {
    level: 'note',
    means: "users were looked up one by one",
    remedy: "Ask E8 for up to 100 ids at once.",
  },
  'upload-never-completed': {
    level: 'warning',
    means: "an upload was begun and never completed with E13",
    remedy: "Call E13 after the last part, or abort the upload.",
  },
  'upload-never-used': {
    level: 'note',
    means: "an upload was completed and no atom was made of it with E16",
    remedy: "Call E16 with the path of the upload.",
  },
} as const

/** The levels of findings, the most serious first. */
export const FINDING_LEVELS = [
  'error',
  'warning',
  'note',
] as const

/** How a fact is known, the surest first. */
export const KNOWN = [
  'document',
  'published elsewhere',
  'invented',
] as const

/** The modes of a clock. */
export const CLOCK_MODES = [
  'real',
  'offset',
  'frozen',
] as const

/** The decisions of a task. */
export const DECISIONS = [
  'approve',
  'reject',
  'withdraw',
] as const

/** The phases of a call that a fault can act in. */
export const FAULT_PHASES = [
  'arrival',
  'before',
  'after',
  'during',
] as const

/** The parts of a workspace that can be reset alone. */
export const RESET_PARTS = [
  'data',
  'journal',
  'faults',
  'clock',
] as const

/** The kinds of variation. */
export const VARIATION_KINDS = [
  'list-order',
  'optional-values',
  'extra-fields',
  'error-codes',
  'id-gaps',
  'success-message',
] as const

/** The kinds of records. */
export const RECORD_KINDS = [
  'tracking',
  'notifications',
  'collaborators',
  'marketing-tasks',
  'image-search',
  'metadata',
  'approvals',
  'uploads',
  'atoms',
  'crowd-packs',
] as const

/** The longest wait of one call for the journal. */
export const MAX_WAIT_MS = 60000
