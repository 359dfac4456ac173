import type { Assumption, Switch } from './assumption.ts'

/** Decisions that concern every operation: tokens, signatures, users and rights, requests, replies, paging, time, signed URLs, limits, and what does not exist. */
export const surfaceAssumptions = {
  'A-auth-1': {
    says: 'Most bodies have a field `token`. How it relates to the header Access-token is not shown.',
    does: 'The body field may be absent, empty, null or any text.',
    why: 'Published samples send an empty text, a text that differs from the header, or no field. null is our addition.',
    known: 'published elsewhere',
    variants: {
      ignored: 'any text, null or nothing is accepted',
      'must-equal':
        'it must equal the header Access-token; only E2, E8 and E19, which have none in their samples, may omit it',
    },
  },
  'A-auth-2': {
    says: 'x-open-api-user has the e-mail address of the acting user. What happens for an unknown user, and whether case matters, is not shown.',
    does: 'The server refuses an unknown e-mail address. It ignores the case of addresses, here and in E12.',
    why: 'A typo in a test should not silently change the acting user.',
    variants: {
      refused: 'the call is refused',
      owner: "the application's owner acts",
      create: 'a user with that e-mail address is created and acts',
    },
  },
  'A-auth-3': {
    says: 'x-open-api-user is optional on E4, E16, E17, E21 and E22; other requests do not show it. Who acts without it is not shown.',
    does: "The application's owner acts. These five report a call without the header as `missing-acting-user`, since other published pages require it. All server-side operations read the header; the portal and the supporting routes do not.",
    why: 'An application token belongs to a user, and this user may do everything.',
    variants: {
      owner: "the application's owner acts",
      required:
        'E4, E16, E17, E21 and E22 refuse a call without the header, which other published pages mark as required',
    },
  },
  'A-auth-4': {
    says: 'The computation of S-Sign is not shown. S-Timestamp is epoch ms; how old it may be is not shown. S-Nonce is UUID-shaped text; whether it may repeat is not shown.',
    does: 'All three headers must be present. The server does not check the value of S-Sign. An S-Timestamp that is not a number, or is more than five minutes from now, is a finding. A repeated nonce is a finding: a call reserves its nonce, and a success uses it up. The server remembers the last 10,000 per workspace.',
    why: 'No sample of S-Sign can be recomputed, so every check would refuse correct clients. A window of five minutes is usual for signed requests, and a nonce is meant to be used once.',
    variants: {
      presence: 'any value of S-Sign',
      'hmac-sha256':
        'lower-case hex HMAC-SHA256, with the app secret as key, over app key, timestamp, nonce, access token and the hex SHA-256 of the body, joined by newlines',
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
    says: 'Paths, payloads and responses of get access token and refresh access token are not shown.',
    does: 'POST /open-api/oauth/get-token takes `{ clientId, clientKey }`, and POST /open-api/oauth/refresh-token takes `{ refresh_token }`. Both need no Access-token and return the envelope with `access_token`, `token_type`, `refresh_token`, `expires_in` (seconds). Settings can change both paths.',
    why: 'The path, the request and two response keys of the first are published elsewhere. The rest, including all of the second, is ours and uses the usual names.',
    known: 'published elsewhere',
  },
  'A-auth-8': {
    says: 'Token lifetime is not shown, nor how often a refresh token can be used.',
    does: 'Access tokens live 7,200 s and refresh tokens 30 days (both are settings), by the clock of the workspace. A refresh token can be used until it expires. For each client, only the last 10,000 access tokens and the last 10,000 refresh tokens are valid.',
    why: 'A client that loses a response can ask again.',
    variants: {
      reusable: 'a refresh token is valid until it expires',
      once: 'each use ends the refresh token',
    },
  },
  'A-auth-9': {
    says: 'Samples list Access-token twice with different values; a caller sends one. Token-type has the value `bearer`, also written `Bearer`.',
    does: 'If a call has two Access-token headers, the server uses the first valid one and reports a finding. The server side requires Token-type and ignores its case; the portal does not need it.',
    why: "Clients copied from the document's samples should work. Published elsewhere: every server-side page requires Token-type.",
  },
  'A-auth-11': {
    says: 'When the caller lacks permission for an operation, the response has a non-zero code. The rights of users, including the right to ingest an atom, are not shown.',
    does: 'Each user has a role. A `viewer` can read and call E3, E13 and E19; every other operation that writes returns 10134011. An `editor` can call every operation; some also require a right on the object they change. An `administrator` sees and may do everything. A user without a role is an editor. Every user who may write may ingest every atom, including those of other users. docs/rights.md lists every user and operation.',
    why: 'Authentication 9 covers every operation. E3, E13 and E19 report or finish what a visitor started. Upload and ingestion are separate steps, which two users may share.',
    variants: {
      'every-write': 'viewers may not call operations that write, except E3, E13 and E19',
      'add-asset': 'only E22 checks a right: the right to add to its collection',
    },
  },
  'A-auth-12': {
    says: 'A user has a status, a logoutStatus, a userType and a verifyEmail. Their meanings, and whether every user may act, are not shown.',
    does: "`status` is 1 for an active account and 0 for a disabled one. `logoutStatus` is 0 for an account in use and 1 for one that is logged out, which means canceled. verifyEmail is 1 for a confirmed e-mail address and 0 for an unconfirmed one. Other numbers have no meaning. In the built-in seeds, userType is 1 for the application's owner and 2 for others. Seeds can set any integer; no operation changes these fields. The server refuses a call if the acting user is disabled or logged out, also if the owner acts because the header is absent. E8 returns such users, and E12 and E14 accept them. The portal has no acting user (A-11-1).",
    why: 'The names usually mean this, and a disabled account should not change the library.',
    variants: {
      refused: 'a disabled or logged out user may not act',
      'may-act': 'every user may act, according to the role',
    },
  },
  'A-request-1': {
    says: 'Which request fields are required and which are optional is not shown. Every server-side request has `param`; the response without it is not shown.',
    does: '`param` and the fields that the operation cannot work without are required. Empty lists are legal and do nothing. null in an optional field counts as absent, with a finding. null in a required field, or as `param`, counts as missing.',
    why: 'Every correct client sends these fields, and a call without parameters is a mistake that a test should show.',
    variants: {
      refused: 'an absent or null `param` is refused',
      empty:
        'it counts as `{}` (null with a finding); an operation with a required parameter refuses the call and names this parameter',
    },
  },
  'A-request-2': {
    says: 'Handling of unknown fields and headers, and the meaning of x-asm-prefer-tag, are not shown.',
    does: 'The server ignores them; an unknown field is a finding.',
    why: 'A newer client must not break a test. Published elsewhere: x-asm-prefer-tag is optional.',
  },
  'A-reply-1': {
    says: 'message is human-readable text.',
    does: 'The message of a success is `success`.',
    why: 'It is one of the two published texts.',
    known: 'published elsewhere',
    variants: { success: '`success`', published: '`处理成功`, the other published text' },
  },
  'A-reply-2': {
    says: 'A failed call returns the envelope with a null result. Failures with nested, bare and empty responses, the meaning of `false` from E7, E14 and E18, and what a traceId identifies are not shown.',
    does: 'All operations return `{ code, message, result: null }` with HTTP 200 on failure. `false` is never returned. Every nested envelope has its own traceId.',
    why: 'Errors 2 covers failed calls in general, but its sample is a plain response. For the other three shapes, this is our reading.',
    variants: {
      outer: 'the code is in the outer envelope',
      inner:
        'nested operations have code `0` in the outer envelope and the error code in the inner one',
    },
  },
  'A-reply-3': {
    says: 'The common error code list is not shown, nor HTTP status codes other than 200, the order of checks (which decides the code if several fail), and the language of messages.',
    does: 'The server uses its own codes, `9` and seven digits (docs/errors.md), with English messages. Settings can map each code to a real one. Unknown paths return 404 and methods other than POST return 405, both with an envelope. The order of checks is: authentication headers (first that all are present, then their values), body and fields, acting user (present, known, active), role, and then the ids, rights and variable limits of the operation, such as 100 ids in E8. The server reads files and stores data only after it has checked the role.',
    why: "A code in the service's range could be mistaken for a real one. A malformed request is the same mistake for every user, and a user without the right should learn nothing about ids.",
  },
  'A-page-1': {
    says: 'Page-size bounds are not shown. A sample has pageSize 20. How to request another size from E5, which only takes page, is not shown.',
    does: 'Pages start at 1 and have 20 rows by default. The server refuses a pageSize above 1,000. In E5, pageSize is an unknown field. A page after the last one is empty.',
    why: '20 is the only size in samples, and an unbounded page is a mistake that a test should show.',
    variants: { refused: 'more than 1,000 is refused', clamped: 'more than 1,000 counts as 1,000' },
  },
  'A-time-1': {
    says: 'Formatted times have no zone. Whether responses include data that is later than now is not shown.',
    does: 'Formatted times are read and written in UTC+8, independent of the zone of the server. E2, E6 and E11 omit data that is later than the clock; all other operations return it.',
    why: "The service's published texts are Chinese, and a time without a zone needs one that does not depend on the machine.",
    variants: { 'utc+8': 'eight hours ahead of UTC', utc: 'UTC' },
  },
  'A-file-1': {
    says: 'Signed URLs have an expiry and a signature in the query string; names and lifetime are not shown. downloadUrl, originalUrl, url and urlWithParam link to the file; how they differ is not shown.',
    does: 'Query parameters are `expires` (epoch ms) and `signature` (hex SHA-256 over path, query and a key). URLs are valid for 3,600 s (a setting). All four link to the same bytes: Content-Disposition is attachment for downloadUrl and inline for the others. A text is served as text/plain, an article as text/html.',
    why: 'The signature does not cover the host, so a URL works behind any proxy. The names suggest no other difference.',
  },
  'A-file-3': {
    says: 'thunder, thunderOrigin, iconThunder, coverPicture, detailPictures, transformPreviewUrl and avatar are URLs. The document does not show sizes and formats, which images coverPicture and detailPictures are, or what pictureParam does.',
    does: 'Images are created at the first request and never enlarged. The maximum size is 400 x 400 for thunder, collection thumbnails and avatars, 128 x 128 for iconThunder, and 1600 x 1600 for the others, unless pictureParam sets another size (up to 4096 per side). The format is JPEG, or PNG for images with transparency. A file that cannot be decoded as an image, or has more than 100 million pixels (20 million in AVIF), gets a placeholder image of its kind. thumbnailOriginWidth and thumbnailOriginHeight are the size of the thunderOrigin image, or null for a text. coverPicture shows the first sub-resource of the asset, detailPictures all of them in order. In pictureParam, an absent side or 0 means no limit; the server refuses negative sides and sides above 10,000.',
    why: 'The sizes are usual for previews. A page that shows previews needs an image for everything. Every content has an asset, and every asset has a sub-resource.',
  },
  'A-upload-1': {
    says: 'How a client sends the bytes of a file before E13 is not shown.',
    does: 'POST /_files/uploads `{ name, type, size }` returns `{ filePath, uploadId, partSizeBytes, parts: [{ partNumber, url }] }`. A PUT to each URL sends a part and returns its MD5 as ETag. A client can list parts, send a part again and, with Access-token, use other part sizes than proposed. It can also abort an upload. POST /_files/uploads/single?name= takes a file in one request. Bodies are the bytes only; the server refuses multipart/form-data.',
    why: 'Only a temporary grant and an ordinary multipart upload, with an etag for each part, are published elsewhere. Paths, fields and the single request are ours.',
  },
  'A-storage-1': {
    says: 'How a client gets the keys of the object storage that it sends files to before E13 is not shown.',
    does: 'POST /_files/grant returns `{ accessKeyId, accessKeySecret, securityToken, endpoint, bucket, pathPrefix, region, expiration }`. The keys are valid for an hour (a setting) by the clock of the workspace. The endpoint is a URL with an IP address. The bucket is `dam-` and the id of the workspace. Object keys start with `pathPrefix` and a slash.',
    why: 'A temporary grant with the first six fields is published elsewhere. Path, method, region and expiration are ours.',
  },
  'A-storage-2': {
    says: 'Which object storage the service uses, and which of its features a client may use, is not shown.',
    does: 'A separate listener supports the protocols OSS (signatures V1 and V4) and S3 (SigV4): put, multipart upload, lists of parts and uploads, head, get and delete. docs/storage.md names what it does not support. A file sent in one request needs no E13. The SDK or E13 completes a multipart upload; E13 returns true if the SDK has completed it. A new file replaces the old one with the same key. The server checks the dates of signatures and URLs against real time.',
    why: 'Published elsewhere: clients send files to object storage with its SDK, in parts, and each response has an etag. Client SDKs use these two protocols.',
  },
  'A-storage-3': {
    says: 'Which response headers of the object storage a page of another origin may read is not shown.',
    does: 'Pages of every origin may send requests, which are protected by signatures, and read ETag, request ids and x-oss-hash-crc64ecma.',
    why: 'An SDK in a page needs the ETag of each part. A common mistake in a first deployment is a bucket whose CORS rule does not expose it.',
    variants: {
      exposed: 'pages can read ETag, request ids and x-oss-hash-crc64ecma',
      hidden: 'pages can read none of these headers',
    },
  },
  'A-limit-3': {
    says: 'The document does not show rate limits, upload sizes, part sizes, page-size bounds or any other limit of requests except in E8.',
    does: 'Each route limits the bytes, keys and values of a body. Bodies must be UTF-8 and have at most 64 levels of nesting. Every list, text and object with free keys has a maximum length, by field. Integers are between -(2^53 - 1) and 2^53 - 1. E16 takes at most 100 files. Part numbers of an upload are 1 to 10,000, and the server proposes at most 1,000 parts. A part has at most 5 GiB, and all except the last have at least 100 KiB. An upload that is not completed expires after 24 hours (a setting) by the clock of the workspace. docs/limits.md has every number.',
    why: 'Each byte, element and property costs time, memory or a row, and a call must not delay the others. The upload limits are usual for object stores, except for the smaller minimum part.',
  },
  'A-event-1': {
    says: 'The document does not show outbound events sent by the service to subscribers, rate limits, token scopes, other operations of the index, version negotiation beyond the path prefix, retirement dates, delays until a write is visible to others, compression, or fields of asset detail after the listed sub-resources.',
    does: 'The server does not have what is not shown. It sends no events; the control plane can list E3 records and E12 notifications. It has no rate limit; a fault rule can simulate one. Every write is visible in the next call. Operations do not compress responses. A token can call every operation of its workspace, on both surfaces; only the acting user and the role limit a call. Other operations of the index and the older forms of E1 and E21 are unknown paths (A-reply-3), except tokens (A-auth-7). E4 returns no other fields.',
    why: 'Names, paths and forms of these are unknown. An invention could be mistaken for real, and an invented limit would fail clients that the service accepts.',
  },
  'A-cors-1': {
    says: 'Which operations pages call, and how the service handles pages of other origins (CORS), is not shown.',
    does: 'CORS lets pages of every origin call E3, E6, E11 and E19 and use signed URLs, with credentials. Pages of this machine (localhost, *.localhost, 127.0.0.0/8, [::1]; any port) in the profiles local and ci, and pages of the origins in SANDBOX_CORS_ORIGINS, can also call everything else except the control plane. A call of another operation from another origin is a finding.',
    why: 'E3, E6, E11 and E19 report what visitors of a page do, or show them portal content. The server-side token is a secret that no page should have, and a foreign page must not use the well-known token of a local server. A page under development runs on this machine.',
  },
} as const satisfies Record<string, Assumption | Switch>
