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
} as const satisfies Record<string, Assumption>
