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
    why: 'Path, request and two of the keys of the first are published elsewhere; the rest, all of refreshing included, is ours and follows the usual names.',
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
    does: 'A user has a role. A `viewer` reads and calls E3, E13 and E19; every other operation that writes refuses with 10134011. An `editor` calls every operation, and needs a right on what it changes where the operation says so. An `administrator` sees and may do everything. A user without a role is an editor. docs/rights.md has every user and operation.',
    why: 'Authentication 9 speaks of every operation; E3, E13 and E19 report or finish what a visitor has begun.',
    known: 'invented',
    variants: {
      'every-write': 'viewers may not call operations that write, except E3, E13 and E19',
      'add-asset': 'only E22 asks for a right, the one on its collection',
    },
  },
  'A-auth-12': {
    shown:
      'A user has a status and a logoutStatus; their meaning, and whether every user may act, are not shown.',
    does: '`status` 1 is an active account, 0 a disabled one; `logoutStatus` 0 is an account in use, 1 one that is logged out, which means cancelled; other numbers have no meaning. A call whose acting user is disabled or logged out is refused, also when the owner acts because the call has no header. E8 answers such users. The portal has no acting user (A-6-7).',
    why: 'The usual meaning of the two names; an account that is switched off should not change the library.',
    known: 'invented',
    variants: {
      refused: 'a disabled or logged out user may not act',
      'may-act': 'every user may act, by its role',
    },
  },
  'A-auth-13': {
    shown: 'Token scopes: not shown.',
    does: 'A token may call every operation of its workspace, on both surfaces; only the acting user and the role limit a call.',
    why: 'No request or answer of the document names a scope.',
    known: 'invented',
  },
  'A-auth-14': {
    shown:
      'The order in which a call is judged, and so the code of one that is wrong twice: not shown.',
    does: 'First the headers of authentication, all that are missing before the value of any, then the body and its fields, then the acting user (named, known, active), then the role, then the rule of the operation with its ids and rights. Files are read and anything is stored only after the role.',
    why: 'A wrong request is the same mistake for every user, and a user without the right learns nothing about ids.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
