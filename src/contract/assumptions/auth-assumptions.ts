import type { Assumption } from './assumption.ts'

/** Decisions about authentication: tokens, signatures, the acting user and rights. */
export const authAssumptions = {
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
    shown:
      'x-open-api-user is optional on E4, E16, E17, E21 and E22, and other requests do not show it; the acting user without it is not shown.',
    does: "The application's owner acts. Those five report a call without it as `missing-acting-user`, since other published pages require it. The header counts on every operation of the server side; the portal and the supporting routes do not read it.",
    why: 'An application token belongs to a user, and that user may do everything.',
    known: 'invented',
    variants: {
      owner: "the application's owner acts",
      required:
        'E4, E16, E17, E21 and E22 refuse a call without the header, which other published pages mark as required',
    },
  },
  'A-auth-4': {
    shown:
      'Computation of S-Sign: not shown. S-Timestamp is epoch ms; how old it may be is not shown. S-Nonce is UUID-shaped text; whether it may repeat is not shown.',
    does: 'The three headers must be present. The value of S-Sign is not checked. An S-Timestamp more than five minutes from now, or one that is not a number, is a finding. A repeated nonce is a finding: it is reserved during its call and used up by the success; the last 10,000 per workspace are remembered.',
    why: 'No sample of S-Sign can be recomputed, so every rule would refuse correct clients. A window of five minutes is usual for signed requests, and a nonce is a number used once.',
    known: 'invented',
    variants: {
      presence: 'any value of S-Sign',
      'hmac-sha256':
        'lower-case hex HMAC-SHA256, keyed with the app secret, over app key, timestamp, nonce, access token and the hex SHA-256 of the body, joined by newlines',
    },
    switches: {
      timestamp: {
        finding: 'a wrong S-Timestamp is answered, with a finding',
        refused: 'a wrong S-Timestamp is refused',
      },
      nonce: {
        finding: 'a repeated nonce is answered, with a finding',
        refused: 'a repeated nonce is refused',
      },
    },
  },
  'A-auth-7': {
    shown: 'Get access token and refresh access token: paths, payloads and responses not shown.',
    does: 'POST /open-api/oauth/get-token `{ clientId, clientKey }` and POST /open-api/oauth/refresh-token `{ refresh_token }`, without Access-token, both answer the envelope with `access_token`, `token_type`, `refresh_token`, `expires_in` (seconds). Both paths can be moved by setting.',
    why: 'Path, request and two of the keys of the first are published elsewhere; the rest, all of refreshing included, is ours and follows the usual names.',
    known: 'published elsewhere',
  },
  'A-auth-8': {
    shown: 'Token lifetime: not shown. How often a refresh token can be used: not shown.',
    does: 'Access tokens live 7,200 s, refresh tokens 30 days, by the clock of the workspace; both by setting. A refresh token can be used again until it expires. Of each client the 10,000 access tokens and the 10,000 refresh tokens issued last count.',
    why: 'A client that loses an answer can ask again.',
    known: 'invented',
    variants: { reusable: 'until it expires', once: 'each use ends the refresh token' },
  },
  'A-auth-9': {
    shown:
      'Samples list Access-token twice with different values; a caller sends one. Token-type has the value `bearer`, also written `Bearer`.',
    does: 'When two Access-token arrive the first valid one counts, with a finding. Token-type is required on the server side, in any case of its letters, and not needed on the portal.',
    why: "Clients copied from the document's samples should work. Published elsewhere: Token-type is required on every server-side page.",
    known: 'invented',
  },
  'A-auth-11': {
    shown:
      'When the caller lacks permission for an operation, the response carries a non-zero code; the rights of users, and the right to ingest an atom, are not shown.',
    does: 'A user has a role. A `viewer` reads and calls E3, E13 and E19; every other operation that writes refuses with 10134011. An `editor` calls every operation, and needs a right on what it changes where the operation says so. An `administrator` sees and may do everything. A user without a role is an editor. Every user who may write may ingest every atom, also those of other users. docs/rights.md has every user and operation.',
    why: 'Authentication 9 speaks of every operation; E3, E13 and E19 report or finish what a visitor has begun. Upload and ingestion are separate steps, which two users may share.',
    known: 'invented',
    variants: {
      'every-write': 'viewers may not call operations that write, except E3, E13 and E19',
      'add-asset': 'only E22 asks for a right, the one on its collection',
    },
  },
  'A-auth-12': {
    shown:
      'A user has a status, a logoutStatus, a userType and a verifyEmail; their meanings, and whether every user may act, are not shown.',
    does: '`status` 1 is an active account, 0 a disabled one; `logoutStatus` 0 is an account in use, 1 one that is logged out, which means cancelled; other numbers have no meaning. verifyEmail 1 is a confirmed e-mail address, 0 one that is not; userType is 1 for the owner of the application and 2 for others in the built-in seeds. No operation changes them; a seed can have any integer. A call whose acting user is disabled or logged out is refused, also when the owner acts because the call has no header. E8 answers such users. The portal has no acting user (A-11-1).',
    why: 'The usual meaning of the names; an account that is switched off should not change the library.',
    known: 'invented',
    variants: {
      refused: 'a disabled or logged out user may not act',
      'may-act': 'every user may act, by its role',
    },
  },
} as const satisfies Record<string, Assumption>
