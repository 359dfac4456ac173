import type { Assumption } from './assumption.ts'

/** Decisions that concern every operation: requests, replies, paging, time, signed URLs. */
export const surfaceAssumptions = {
  'A-request-1': {
    shown: 'Which request fields are required and which are optional: not shown.',
    does: 'Required are `param` itself (A-request-5) and the fields without which the operation has no meaning. Empty lists are legal and do nothing. Null in an optional field counts as absent, with a finding; in a required one as missing.',
    why: 'Every correct client sends these.',
    known: 'invented',
  },
  'A-request-2': {
    shown:
      'Handling of unknown fields and headers: not shown. x-asm-prefer-tag: meaning not shown.',
    does: 'They are tolerated and ignored; an unknown field is a finding.',
    why: 'A newer client must not break a test. Published elsewhere: x-asm-prefer-tag is optional.',
    known: 'invented',
  },
  'A-request-3': {
    shown: 'Limits of bodies and of numbers: not shown.',
    does: 'At most 64 levels of nesting; UTF-8 only; integers up to 2^53 - 1 in both directions. Bytes, values, lists, texts and maps have the bounds of docs/limits.md (A-limit-1 to A-limit-5).',
    why: 'Larger integers are not carried exactly by JSON readers, and no request of the document is deeper.',
    known: 'invented',
  },
  'A-request-4': {
    shown: 'Meaning of a key that occurs twice in an object: not shown.',
    does: 'The last one counts.',
    why: 'JSON readers agree on it.',
    known: 'invented',
  },
  'A-request-5': {
    shown:
      'Every request of the server side has `param`; the answer to one without it is not shown.',
    does: 'A `param` that is absent or null is refused as a missing field.',
    why: 'A call without parameters is a mistake that a test should show.',
    known: 'invented',
    variants: {
      refused: 'an absent or null `param` is refused',
      empty:
        'it counts as `{}`, null with a finding; an operation with a required parameter refuses and names that one',
    },
  },
  'A-request-6': {
    shown: 'Bodies are JSON; whether a UTF-8 byte order mark may precede it is not shown.',
    does: 'One mark is skipped, with a finding. S-Sign covers the bytes as they were sent.',
    why: 'Some editors and clients write one, and JSON readers may skip it (RFC 8259, section 8.1).',
    known: 'invented',
  },
  'A-reply-1': {
    shown: 'message: human-readable text.',
    does: 'A success says `success`.',
    why: 'One of the two published texts.',
    known: 'published elsewhere',
    variants: { success: '`success`', published: '`处理成功`, the other published text' },
  },
  'A-reply-2': {
    shown:
      'A failed call answers the envelope with a null result; for nested, bare and empty replies no failure is shown.',
    does: 'All of them answer `{ code, message, result: null }` with HTTP 200.',
    why: 'Errors 2 speaks of failed calls in general; its sample is of a plain reply. For the other three shapes it is our reading.',
    known: 'invented',
    variants: {
      outer: 'the code is in the outer envelope',
      inner: 'on nested operations the outer code is `0` and the code is in the inner envelope',
    },
  },
  'A-reply-3': {
    shown: 'Common error code list: not shown. HTTP status codes other than 200: not shown.',
    does: 'Codes of our own, `9` and seven digits (docs/errors.md), each to be mapped to a real one by setting. Unknown paths answer 404, other methods than POST 405, both with an envelope.',
    why: "A code in the service's range could be mistaken for a real one.",
    known: 'invented',
  },
  'A-page-1': {
    shown: 'Page-size bounds: not shown. A sample has pageSize 20.',
    does: 'Pages start at 1 and have 20 rows by default. More than 1,000 rows are refused.',
    why: 'An unbounded page is a mistake that a test should show.',
    known: 'invented',
    variants: { refused: 'more than 1,000 is refused', clamped: 'more than 1,000 counts as 1,000' },
  },
  'A-time-1': {
    shown: 'Formatted times carry no zone.',
    does: 'They are read and written at UTC+8, independent of the zone of the server.',
    why: "The service's published texts are Chinese, and a text without a zone needs one that does not depend on the machine.",
    known: 'invented',
    variants: { 'utc+8': 'eight hours ahead of UTC', utc: 'UTC' },
  },
  'A-file-1': {
    shown:
      'Signed URLs carry an expiry and a signature in the query string; names and lifetime not shown.',
    does: 'Query parameters `expires` (epoch ms) and `signature` (hex HMAC-SHA256 over path and query); they live 3,600 s, by setting.',
    why: 'The host is not covered, so that a URL works behind any proxy.',
    known: 'invented',
  },
  'A-file-2': {
    shown:
      'downloadUrl, originalUrl, url and urlWithParam lead to the file; how they differ is not shown.',
    does: 'All lead to the same bytes. downloadUrl is for saving (Content-Disposition: attachment), the others are for display (inline). A text is served as text/plain, an article as text/html.',
    why: 'The names show no other difference.',
    known: 'invented',
  },
  'A-file-3': {
    shown:
      'thunder, thunderOrigin, iconThunder, coverPicture, detailPictures, transformPreviewUrl, avatar: URLs; sizes and formats not shown.',
    does: 'Pictures that are made at the first request: thunder and those of collections at most 400 x 400, avatars too, iconThunder 128 x 128, the others 1600 x 1600 unless pictureParam says otherwise, up to 4096 a side; never enlarged; JPEG, or PNG where there is transparency. A file without a picture, or with one of more than 100 million pixels, gets a card with an icon for its kind.',
    why: 'Usual sizes of previews; a page that shows them needs a picture for everything.',
    known: 'invented',
  },
  'A-upload-1': {
    shown: 'How the bytes of a file are sent before E13: not shown.',
    does: 'POST /_files/uploads `{ name, type, size }` answers `{ filePath, uploadId, partSizeBytes, parts: [{ partNumber, url }] }`; a PUT to each URL sends a part and answers its MD5 as ETag. Parts can be listed, sent again and, with Access-token, have other sizes than proposed; an upload can be aborted; POST /_files/uploads/single?name= takes a file in one request. Bodies are the bytes alone; multipart/form-data is refused.',
    why: 'Published elsewhere are only a temporary grant and an ordinary multipart upload whose parts each have an etag. Paths, fields and the single request are ours.',
    known: 'invented',
  },
  'A-upload-2': {
    shown: 'Upload size limits and part sizes: not shown.',
    does: 'Part numbers 1 to 10,000; every part but the last at least 100 KiB, each at most 5 GiB. At most 1,000 parts are proposed. Names have at most 1,000 characters. A sender that is silent for 60 s in the middle of a part is disconnected. An upload that is not completed expires after 24 hours by the clock of the workspace, by setting.',
    why: 'The usual limits of object stores, with a smaller minimum part for clients that send small ones.',
    known: 'invented',
  },
  'A-upload-3': {
    shown: 'States of an upload, and times of it: not shown.',
    does: '`open` from its creation, then `completed` (E13), `aborted` (by the caller) or `expired`; the last three are final. All times are those of the clock of the workspace, so that a clock moved forward expires uploads. An aborted or expired upload refuses parts and E13 with a code of its own.',
    why: 'What object stores do with an upload.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
