import type { Assumption } from './assumption.ts'

/** Decisions that concern every operation: authentication, requests, replies, paging, time, signed URLs. */
export const surfaceAssumptions = {
  'A-auth-1': {
    shown: 'Most bodies carry `token`; how it relates to the header Access-token is not shown.',
    does: 'The body field may be absent, empty, null or any text.',
    why: 'Published samples send an empty text, another text than the header, or leave it out. null is our addition.',
    known: 'published elsewhere',
    variants: {
      ignored: 'any text, null or nothing is accepted',
      'must-equal':
        'it must equal the header Access-token; only E2, E8 and E19, whose samples have none, may leave it out',
    },
  },
  'A-auth-2': {
    shown:
      'x-open-api-user carries the e-mail address of the acting user; what happens for an unknown user is not shown.',
    does: 'An unknown e-mail address is refused.',
    why: 'A typing error in a test should not silently change the acting user.',
    known: 'invented',
    variants: {
      refused: 'the call is refused',
      owner: "the application's owner acts",
      create: 'a user with that e-mail address is created and acts',
    },
  },
  'A-auth-3': {
    shown: 'x-open-api-user is optional; the acting user without it is not shown.',
    does: "The application's owner acts.",
    why: 'An application token belongs to a user, and that user may do everything.',
    known: 'invented',
  },
  'A-auth-4': {
    shown: 'Computation of S-Sign: not shown.',
    does: 'The header must be present; its value is not checked.',
    why: 'No sample can be recomputed, so every rule would refuse correct clients.',
    known: 'invented',
    variants: {
      presence: 'any value',
      'hmac-sha256':
        'lower-case hex HMAC-SHA256, keyed with the app secret, over app key, timestamp, nonce, access token and the hex SHA-256 of the body, joined by newlines',
    },
  },
  'A-auth-5': {
    shown: 'S-Timestamp is epoch ms; how old it may be is not shown.',
    does: 'A value more than five minutes from now, or one that is not a number, is a finding.',
    why: 'A window is usual for signed requests; five minutes is the usual one.',
    known: 'invented',
    variants: { finding: 'answered, with a finding', refused: 'refused' },
  },
  'A-auth-6': {
    shown: 'S-Nonce is UUID-shaped text; whether it may repeat is not shown.',
    does: 'A repeated nonce is a finding. It is reserved during its call and used up by the success; the last 10,000 per workspace are remembered.',
    why: 'A nonce is a number used once.',
    known: 'invented',
    variants: { finding: 'answered, with a finding', refused: 'refused' },
  },
  'A-auth-7': {
    shown: 'Get access token and refresh access token: paths, payloads and responses not shown.',
    does: 'POST /open-api/oauth/get-token `{ clientId, clientKey }` and POST /open-api/oauth/refresh-token `{ refresh_token }`, without Access-token, both answer the envelope with `access_token`, `token_type`, `refresh_token`, `expires_in` (seconds). Both paths can be moved by setting.',
    why: 'Path, request and two of the keys of the first are published; the rest follows the usual names.',
    known: 'published elsewhere',
  },
  'A-auth-8': {
    shown: 'Token lifetime: not shown. How often a refresh token can be used: not shown.',
    does: 'Access tokens live 7,200 s, refresh tokens 30 days, by the clock of the workspace; both by setting. A refresh token can be used again until it expires.',
    why: 'A client that loses an answer can ask again.',
    known: 'invented',
    variants: { reusable: 'until it expires', once: 'each use ends the refresh token' },
  },
  'A-auth-9': {
    shown: 'Samples list Access-token twice with different values; a caller sends one.',
    does: 'When two arrive the first valid one counts, with a finding.',
    why: "Clients copied from the document's samples should work. Which of the two counts, the samples do not distinguish.",
    known: 'invented',
  },
  'A-auth-10': {
    shown: 'Token-type has the value `bearer`, also written `Bearer`.',
    does: 'Required on the server side, in any case. Not needed on the portal.',
    why: 'Published elsewhere: it is required on every server-side page. The document shows two spellings, and none on the portal; other mixtures of case are our addition.',
    known: 'published elsewhere',
  },
  'A-auth-11': {
    shown:
      'When the caller lacks permission for an operation, the response carries a non-zero code; the rights of users are not shown.',
    does: 'A user has a role. A `viewer` reads and calls E3, E13 and E19; every other operation that writes refuses. An `editor` calls every operation, and needs a right on what it changes where the operation says so. An `administrator` sees and may do everything. A user without a role is an editor.',
    why: 'Authentication 9 speaks of every operation; E3, E13 and E19 report or finish what a visitor has begun.',
    known: 'invented',
    variants: {
      'every-write': 'viewers may not call operations that write, except E3, E13 and E19',
      'add-asset': 'only E22 asks for a right',
    },
  },
  'A-request-1': {
    shown: 'Which request fields are required and which are optional: not shown.',
    does: 'Required are `param` itself and the fields without which the operation has no meaning. Empty lists are legal and do nothing. Null in an optional field counts as absent, with a finding; in a required one as missing.',
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
    does: 'POST /_files/uploads `{ name, type, size }` answers `{ filePath, uploadId, partSizeBytes, parts: [{ partNumber, url }] }`; a PUT to each URL sends a part and answers its MD5 as ETag. Parts can be listed, sent again and, with Access-token, have other sizes than proposed; an upload can be aborted; POST /_files/uploads/single?name= takes a file in one request.',
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
