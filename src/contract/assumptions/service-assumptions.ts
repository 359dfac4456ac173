import type { Assumption } from './assumption.ts'

/** Decisions about what the service may have beside its operations, most of which we answer by doing nothing. */
export const serviceAssumptions = {
  'A-event-1': {
    shown: 'Outbound events sent by the service to subscribers: not shown.',
    does: 'None is sent. Records of E3 and notifications of E12 are kept and can be read from the control plane; they go nowhere.',
    why: 'Neither a way to subscribe nor the form of an event is known.',
    known: 'invented',
  },
  'A-rate-1': {
    shown: 'Rate limits: not shown.',
    does: 'None by default. A fault rule simulates one: from the n-th matching call on, as many times as it says, an HTTP status such as 429 or a code.',
    why: 'A limit that we invent would fail clients that the service accepts.',
    known: 'invented',
  },
  'A-cors-1': {
    shown:
      'Which operations pages call, and what the service answers to pages of other origins (CORS): not shown.',
    does: 'CORS lets pages of every origin call E3, E6, E11 and E19 and use signed URLs, with credentials. Everything else answers pages of this machine (localhost, *.localhost, 127.0.0.0/8, [::1]; any port) in the profiles local and ci, and those of the origins of SANDBOX_CORS_ORIGINS. A call of another operation with an Origin other than that of the server is a finding.',
    why: 'E3, E6, E11 and E19 report what visitors of a page do or show them portal content. The token of the server side is a secret that no page should have, and a page of a stranger must not use the well-known one of a local server. A page under development runs on this machine.',
    known: 'invented',
  },
  'A-index-1': {
    shown: 'The behaviour of the further operations that the index names: not shown.',
    does: 'They are unknown paths (A-reply-3), except tokens (A-auth-7).',
    why: 'Their paths are not shown either.',
    known: 'invented',
  },
  'A-index-2': {
    shown:
      'Version negotiation beyond the path prefix, and retirement dates: not shown. The older forms of E1 and E21 are to be retired.',
    does: 'No negotiation: the paths of the document are answered, and no older form of them.',
    why: 'The older paths are not shown.',
    known: 'invented',
  },
  'A-variation-1': {
    shown:
      'Order of the elements of lists: not shown, except by sortBy of E1 and by the heading of E5 ("by creation time").',
    does: 'In the order of the other assumptions. With the variation `list-order` in another one: results of E1 without a field to sort by, E2, E4, E6, E8, E10, E17 and E21, and the lists and tags inside them, a page within itself and E10 by 10,000 members. successList and successMaterialIdList of E21 keep their pairs. E5 and assetElementIdList of E16 keep their order.',
    why: 'A client that needs an order must not rely on ours. An id of E16 has no other link to its file than its place.',
    known: 'invented',
  },
  'A-variation-2': {
    shown:
      'Which of the nullable fields have a value, and whether one without is null or absent: not shown.',
    does: 'Every field is there. With the variation `optional-values` nullable fields lose their value or are absent, except URLs that lead to the bytes of a file, which are absent only where they are null, and endTime of E5, which the document says is null while a task is in progress.',
    why: 'Derived values such as dimensions or previews may not be there yet. Without the URLs no client could download anything.',
    known: 'invented',
  },
  'A-variation-3': {
    shown: 'Whether objects of answers can have further fields: not shown.',
    does: 'They have exactly the fields of the document. With the variation `extra-fields` every object has some more, envelopes too; not metadataInfo, whose keys are data, nor the empty objects of E15 and E20.',
    why: 'The service adds fields, and a client must not fail for them.',
    known: 'invented',
  },
  'A-variation-4': {
    shown: 'Codes other than 0 and 10134011, and the text of a success: not shown.',
    does: 'Those of docs/errors.md, and A-reply-1. With the variation `error-codes` every code of ours is another number, always the same under one seed; one that a setting replaces stays. With `success-message` a success says the other published text.',
    why: 'Our codes are invented, so a client that compares them fails with the service.',
    known: 'invented',
  },
  'A-variation-5': {
    shown: 'Which id a new thing gets: not shown.',
    does: 'The next number. With the variation `id-gaps` up to nine numbers are skipped before each new id of a user, an asset or file, an approval and a crowd member.',
    why: 'Many callers share the service, so two new ids are rarely neighbours.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
