import type { FindingKind } from './finding-kind.ts'

/** Findings about one request alone. */
export const REQUEST_FINDINGS = {
  'null-as-absent': {
    level: 'note',
    means: 'null in an optional field was taken as absent',
    remedy: 'Leave the field out.',
  },
  'unknown-field': {
    level: 'warning',
    means: 'a field that the operation does not know was ignored',
    remedy: 'Remove the field, or send it under the name that the document has.',
  },
  'corrected-name': {
    level: 'error',
    means: 'a field has a corrected spelling of a name of the document and was ignored',
    remedy: 'Use the spelling of the document, such as createTimeForm or pictureParam.high.',
  },
  'foreign-name': {
    level: 'error',
    means: 'a field has the name that other operations use for it and was ignored',
    remedy: 'Use the name that the document shows for this operation, such as page or pageNum.',
  },
  'wrong-case-name': {
    level: 'error',
    means:
      'a field differs from a name of the document in case or underscores only and was ignored',
    remedy: 'Use the upper and lower case of the document.',
  },
  'timestamp-in-seconds': {
    level: 'error',
    means: 'an instant looks like seconds; the interface has milliseconds',
    remedy: 'Multiply by 1,000.',
  },
  'byte-order-mark': {
    level: 'note',
    means: 'the UTF-8 byte order mark before the body was skipped',
    remedy: 'Send the body without it.',
  },
  'second-access-token': {
    level: 'warning',
    means: 'more than one Access-token header; the first valid one counted',
    remedy: 'Send one Access-token header.',
  },
  'token-in-authorization': {
    level: 'warning',
    means: 'the token is in Authorization, which no operation reads',
    remedy: 'Send the token in Access-token, and bearer in Token-type.',
  },
  'bearer-in-access-token': {
    level: 'warning',
    means: 'Access-token begins with Bearer, which is not part of the token',
    remedy: 'Send the token alone, and bearer in Token-type.',
  },
  'token-of-another-workspace': {
    level: 'warning',
    means: 'the token begins with the id of another workspace than the path',
    remedy: 'Use the token of the workspace whose base URL is called.',
  },
  'missing-acting-user': {
    level: 'warning',
    means: 'x-open-api-user is absent; pages published elsewhere require it for this operation',
    remedy: 'Send the e-mail address of the acting user in x-open-api-user.',
  },
  'server-call-from-page': {
    level: 'warning',
    means:
      'a page of another origin called an operation that only servers call, so it has their token (A-cors-1)',
    remedy: 'Call the operation from your own server; pages call E3, E6, E11 and E19.',
  },
  'too-many-ids': {
    level: 'warning',
    means: 'a list has more ids than one request may carry',
    remedy: 'Split the ids into batches within the limit of the operation, 100 for E8.',
  },
  'not-recommended-operation': {
    level: 'note',
    means: 'the document marks the operation as not recommended',
    remedy: 'Prefer a newer operation where there is one.',
  },
  'unusual-form': {
    level: 'warning',
    means: 'a text has another form than the document shows',
    remedy: 'Use the form of the document, such as YYYY-MM-DD HH:mm:ss.SSS.',
  },
  'stale-timestamp': {
    level: 'error',
    means: 'S-Timestamp is not within five minutes of now',
    remedy: 'Sign each request anew, with the present time in epoch milliseconds.',
  },
  'used-nonce': {
    level: 'error',
    means: 'S-Nonce was used before',
    remedy: 'Make a new nonce for each request, repeated ones included.',
  },
} as const satisfies Record<string, FindingKind>
