import type { Assumption, Switch } from './assumption.ts'

/** Decisions that concern every operation: tokens, signatures, users and rights, requests, replies, paging, time, signed URLs, bounds, what is not there. */
export const surfaceAssumptions = {
  'A-auth-1': {
    says: 'Most bodies carry `token`; how it relates to the header Access-token is not shown.',
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
    says: 'x-open-api-user carries the e-mail address of the acting user; what happens for an unknown user, and whether case counts, is not shown.',
    does: 'An unknown e-mail address is refused. The case of an address does not count, here and in E12.',
    why: 'A typing error in a test should not silently change the acting user.',
    variants: {
      refused: 'the call is refused',
      owner: "the application's owner acts",
      create: 'a user with that e-mail address is created and acts',
    },
  },
  'A-auth-3': {
    says: 'x-open-api-user is optional on E4, E16, E17, E21 and E22, and other requests do not show it; the acting user without it is not shown.',
    does: "The application's owner acts. Those five report a call without it as `missing-acting-user`, since other published pages require it. The header counts on every operation of the server side; the portal and the supporting routes do not read it.",
    why: 'An application token belongs to a user, and that user may do everything.',
    variants: {
      owner: "the application's owner acts",
      required:
        'E4, E16, E17, E21 and E22 refuse a call without the header, which other published pages mark as required',
    },
  },
  'A-auth-4': {
    says: 'Computation of S-Sign: not shown. S-Timestamp is epoch ms; how old it may be is not shown. S-Nonce is UUID-shaped text; whether it may repeat is not shown.',
    does: 'The three headers must be present. The value of S-Sign is not checked. An S-Timestamp more than five minutes from now, or one that is not a number, is a finding. A repeated nonce is a finding: it is reserved during its call and used up by the success; the last 10,000 per workspace are remembered.',
    why: 'No sample of S-Sign can be recomputed, so every rule would refuse correct clients. A window of five minutes is usual for signed requests, and a nonce is a number used once.',
    variants: {
      presence: 'any value of S-Sign',
      'hmac-sha256':
        'lower-case hex HMAC-SHA256, keyed with the app secret, over app key, timestamp, nonce, access token and the hex SHA-256 of the body, joined by newlines',
    },
  },
  'A-auth-4.timestamp': {
    variants: {
      finding: 'a wrong S-Timestamp is accepted, with a finding',
      refused: 'a wrong S-Timestamp is refused',
    },
  },
  'A-auth-4.nonce': {
    variants: {
      finding: 'a repeated nonce is accepted, with a finding',
      refused: 'a repeated nonce is refused',
    },
  },
  'A-auth-7': {
    says: 'Get access token and refresh access token: paths, payloads and responses not shown.',
    does: 'POST /open-api/oauth/get-token `{ clientId, clientKey }` and POST /open-api/oauth/refresh-token `{ refresh_token }`, without Access-token, both answer the envelope with `access_token`, `token_type`, `refresh_token`, `expires_in` (seconds). Both paths can be moved by setting.',
    why: 'Path, request and two of the keys of the first are published elsewhere; the rest, all of refreshing included, is ours and follows the usual names.',
    known: 'published elsewhere',
  },
  'A-auth-8': {
    says: 'Token lifetime: not shown. How often a refresh token can be used: not shown.',
    does: 'Access tokens live 7,200 s, refresh tokens 30 days, by the clock of the workspace; both by setting. A refresh token can be used again until it expires. Of each client the 10,000 access tokens and the 10,000 refresh tokens issued last count.',
    why: 'A client that loses an answer can ask again.',
    variants: { reusable: 'until it expires', once: 'each use ends the refresh token' },
  },
  'A-auth-9': {
    says: 'Samples list Access-token twice with different values; a caller sends one. Token-type has the value `bearer`, also written `Bearer`.',
    does: 'When two Access-token arrive the first valid one counts, with a finding. Token-type is required on the server side, in any case of its letters, and not needed on the portal.',
    why: "Clients copied from the document's samples should work. Published elsewhere: Token-type is required on every server-side page.",
  },
  'A-auth-11': {
    says: 'When the caller lacks permission for an operation, the response carries a non-zero code; the rights of users, and the right to ingest an atom, are not shown.',
    does: 'A user has a role. A `viewer` reads and calls E3, E13 and E19; every other operation that writes refuses with 10134011. An `editor` calls every operation, and needs a right on what it changes where the operation says so. An `administrator` sees and may do everything. A user without a role is an editor. Every user who may write may ingest every atom, also those of other users. docs/rights.md has every user and operation.',
    why: 'Authentication 9 speaks of every operation; E3, E13 and E19 report or finish what a visitor has begun. Upload and ingestion are separate steps, which two users may share.',
    variants: {
      'every-write': 'viewers may not call operations that write, except E3, E13 and E19',
      'add-asset': 'only E22 asks for a right, the one on its collection',
    },
  },
  'A-auth-12': {
    says: 'A user has a status, a logoutStatus, a userType and a verifyEmail; their meanings, and whether every user may act, are not shown.',
    does: '`status` 1 is an active account, 0 a disabled one; `logoutStatus` 0 is an account in use, 1 one that is logged out, which means cancelled; other numbers have no meaning. verifyEmail 1 is a confirmed e-mail address, 0 one that is not; userType is 1 for the owner of the application and 2 for others in the built-in seeds. No operation changes them; a seed can have any integer. A call whose acting user is disabled or logged out is refused, also when the owner acts because the call has no header. E8 answers such users, E12 and E14 take them. The portal has no acting user (A-11-1).',
    why: 'The usual meaning of the names; an account that is switched off should not change the library.',
    variants: {
      refused: 'a disabled or logged out user may not act',
      'may-act': 'every user may act, by its role',
    },
  },
  'A-request-1': {
    says: 'Which request fields are required and which are optional: not shown. Every request of the server side has `param`; the answer to one without it is not shown.',
    does: 'Required are `param` itself and the fields without which the operation has no meaning. Empty lists are legal and do nothing. Null in an optional field counts as absent, with a finding; in a required one, `param` included, as missing.',
    why: 'Every correct client sends these, and a call without parameters is a mistake that a test should show.',
    variants: {
      refused: 'an absent or null `param` is refused',
      empty:
        'it counts as `{}`, null with a finding; an operation with a required parameter refuses and names that one',
    },
  },
  'A-request-2': {
    says: 'Handling of unknown fields and headers: not shown. x-asm-prefer-tag: meaning not shown.',
    does: 'They are tolerated and ignored; an unknown field is a finding.',
    why: 'A newer client must not break a test. Published elsewhere: x-asm-prefer-tag is optional.',
  },
  'A-reply-1': {
    says: 'message: human-readable text.',
    does: 'A success says `success`.',
    why: 'One of the two published texts.',
    known: 'published elsewhere',
    variants: { success: '`success`', published: '`处理成功`, the other published text' },
  },
  'A-reply-2': {
    says: 'A failed call answers the envelope with a null result; for nested, bare and empty replies no failure is shown, nor what `false` of E7, E14 and E18 means, nor which call a traceId is of.',
    does: 'All of them answer `{ code, message, result: null }` with HTTP 200. No success has `false`. Every nested envelope has a traceId of its own.',
    why: 'Errors 2 speaks of failed calls in general; its sample is of a plain reply. For the other three shapes it is our reading.',
    variants: {
      outer: 'the code is in the outer envelope',
      inner: 'on nested operations the outer code is `0` and the code is in the inner envelope',
    },
  },
  'A-reply-3': {
    says: 'Common error code list: not shown. HTTP status codes other than 200: not shown. The order in which a call is judged, and so the code of one that is wrong twice, and the language of messages: not shown.',
    does: 'Codes of our own, `9` and seven digits (docs/errors.md), each to be mapped to a real one by setting, with English messages. Unknown paths answer 404, other methods than POST 405, both with an envelope. First the headers of authentication are judged, all that are missing before the value of any, then the body and its fields, then the acting user (named, known, active), then the role, then the rule of the operation with its ids and rights, such as the 100 ids of E8, where the limit has a variant. Files are read and anything is stored only after the role.',
    why: "A code in the service's range could be mistaken for a real one. A wrong request is the same mistake for every user, and a user without the right learns nothing about ids.",
  },
  'A-page-1': {
    says: 'Page-size bounds: not shown. A sample has pageSize 20; how to ask E5, to which only page is sent, for another size is not shown.',
    does: 'Pages start at 1 and have 20 rows by default. More than 1,000 rows are refused. A pageSize in a request of E5 is an unknown field. A page after the last one is empty.',
    why: "The sample's size is the only one seen, and an unbounded page is a mistake that a test should show.",
    variants: { refused: 'more than 1,000 is refused', clamped: 'more than 1,000 counts as 1,000' },
  },
  'A-time-1': {
    says: 'Formatted times carry no zone; whether what is later than now is answered is not shown.',
    does: 'They are read and written at UTC+8, independent of the zone of the server. What is later than the clock is left out by E2, E6 and E11, and answered by all others.',
    why: "The service's published texts are Chinese, and a text without a zone needs one that does not depend on the machine.",
    variants: { 'utc+8': 'eight hours ahead of UTC', utc: 'UTC' },
  },
  'A-file-1': {
    says: 'Signed URLs carry an expiry and a signature in the query string; names and lifetime not shown. downloadUrl, originalUrl, url and urlWithParam lead to the file; how they differ is not shown.',
    does: 'Query parameters `expires` (epoch ms) and `signature` (hex HMAC-SHA256 over path and query); they live 3,600 s, by setting. The four lead to the same bytes: downloadUrl is for saving (Content-Disposition: attachment), the others are for display (inline). A text is served as text/plain, an article as text/html.',
    why: 'The host is not covered, so that a URL works behind any proxy. The names show no other difference.',
  },
  'A-file-3': {
    says: 'thunder, thunderOrigin, iconThunder, coverPicture, detailPictures, transformPreviewUrl, avatar: URLs; sizes and formats, which pictures coverPicture and detailPictures are, and what pictureParam does: not shown.',
    does: 'Pictures made at the first request: thunder and those of collections at most 400 x 400, avatars too, iconThunder 128 x 128, the others 1600 x 1600 unless pictureParam says otherwise, up to 4096 a side; never enlarged; JPEG, or PNG where there is transparency. A file without a picture, or with one of more than 100 million pixels (20 million in AVIF), gets a card for its kind. thumbnailOriginWidth and thumbnailOriginHeight are the size of the picture behind thunderOrigin, null for a text. coverPicture shows the first sub-resource of the asset, detailPictures all of them in order. Both have at most the width and height of pictureParam: a side that is absent or 0 is free; negative sides and those above 10,000 are refused.',
    why: 'Usual sizes of previews; a page that shows them needs a picture for everything. Every content has an asset, and every asset a sub-resource.',
  },
  'A-upload-1': {
    says: 'How the bytes of a file are sent before E13: not shown.',
    does: 'POST /_files/uploads `{ name, type, size }` answers `{ filePath, uploadId, partSizeBytes, parts: [{ partNumber, url }] }`; a PUT to each URL sends a part and answers its MD5 as ETag. Parts can be listed, sent again and, with Access-token, have other sizes than proposed; an upload can be aborted; POST /_files/uploads/single?name= takes a file in one request. Bodies are the bytes alone; multipart/form-data is refused.',
    why: 'Published elsewhere are only a temporary grant and an ordinary multipart upload whose parts each have an etag. Paths, fields and the single request are ours.',
  },
  'A-storage-1': {
    says: 'How a client gets the keys of the object storage that files are sent to before E13: not shown.',
    does: 'POST /_files/grant answers `{ accessKeyId, accessKeySecret, securityToken, endpoint, bucket, pathPrefix, region, expiration }`. The keys are valid for an hour by the clock of the workspace, by setting. The endpoint is a URL with an IP address, the bucket is `dam-` and the id of the workspace, and a key lies below `pathPrefix` and a slash.',
    why: 'Published elsewhere is a temporary grant with the first six keys. Path, method, region and expiration are ours.',
  },
  'A-storage-2': {
    says: 'Which object storage it is, and what of it a client may use: not shown.',
    does: 'A listener of its own speaks the protocols OSS (signatures V1 and V4) and S3 (SigV4): put, upload in parts, lists of parts and uploads, head, get and delete; docs/storage.md names what is outside. A file that is sent whole needs no E13. An upload in parts is completed by the SDK or by E13, which answers true where the SDK has completed it. A later file of a key takes the place of the former. Dates of signatures and URLs are judged by real time.',
    why: 'Published elsewhere is that files go to object storage with its SDK, in parts whose answers carry an etag. These two protocols are those of the SDKs that clients use.',
  },
  'A-storage-3': {
    says: 'Which headers of the object storage a page of another origin may read: not shown.',
    does: 'Pages of every origin may send requests, which their signatures protect, and read ETag, request ids and x-oss-hash-crc64ecma.',
    why: 'An SDK in a page needs the ETag of each part. A bucket whose CORS rule does not expose it is the usual fault of a first deployment.',
    variants: {
      exposed: 'pages can read ETag, request ids and x-oss-hash-crc64ecma',
      hidden: 'pages can read no such header',
    },
  },
  'A-limit-3': {
    says: 'Rate limits, upload sizes, part sizes, page-size bounds and all other bounds of requests but E8: not shown.',
    does: 'Bodies are bounded in bytes and in keys and values by route, in UTF-8 only, with at most 64 levels of nesting. Every list, text and object with free keys has a maximum length, by field; integers go up to 2^53 - 1 in both directions. E16 takes at most 100 files. An upload has part numbers 1 to 10,000, of which at most 1,000 are proposed; every part but the last has at least 100 KiB, each at most 5 GiB; one that is not completed expires after 24 hours by the clock of the workspace, by setting. docs/limits.md has every number.',
    why: 'Each byte, element and property costs time, memory or a row, and a call must not delay the others. Those of uploads are usual for object stores, with a smaller minimum part.',
  },
  'A-event-1': {
    says: 'Outbound events sent by the service to subscribers, rate limits, token scopes, the further operations of the index, version negotiation beyond the path prefix and retirement dates, delays between a write and what others see of it, compression, fields of asset detail after the listed sub-resources: not shown.',
    does: 'What is not shown is not there. No event is sent: records of E3 and notifications of E12 are kept and can be read from the control plane. There is no rate limit; a fault rule simulates one. Every write shows in the next call. Answers of operations are not compressed. A token may call every operation of its workspace, on both surfaces; only the acting user and the role limit a call. Further operations and older forms of E1 and E21 are unknown paths (A-reply-3), except tokens (A-auth-7). E4 answers no further field.',
    why: 'Neither names, paths nor forms of these are known; what we make up could be mistaken for real, and a limit of ours would fail clients that the service accepts.',
  },
  'A-cors-1': {
    says: 'Which operations pages call, and what the service answers to pages of other origins (CORS): not shown.',
    does: 'CORS lets pages of every origin call E3, E6, E11 and E19 and use signed URLs, with credentials. Everything else answers pages of this machine (localhost, *.localhost, 127.0.0.0/8, [::1]; any port) in the profiles local and ci, and those of the origins of SANDBOX_CORS_ORIGINS. A call of another operation with an Origin other than that of the server is a finding.',
    why: 'E3, E6, E11 and E19 report what visitors of a page do or show them portal content. The token of the server side is a secret that no page should have, and a page of a stranger must not use the well-known one of a local server. A page under development runs on this machine.',
  },
} as const satisfies Record<string, Assumption | Switch>
