import type { Assumption } from './assumption.ts'

/** Decisions about users, crowds, marketing, metadata, notifications and social media. */
export const userAssumptions = {
  'A-2-1': {
    shown: 'createDate is a four-digit year; how the data is chosen and ordered is not shown.',
    does: 'All posts of that year, per mediaType in order of its name, most read first; size is their number; dates are `YYYY-MM-DD`. A year without posts has no data.',
    why: 'Hot content is what is read most.',
    known: 'invented',
  },
  'A-7-1': {
    shown: 'Handling of an unknown crowd pack: not shown.',
    does: 'A pack is known by crowdPackId, corpId and source together; an unknown one is refused.',
    why: 'A member that is added to an unknown pack would be lost.',
    known: 'invented',
    variants: {
      refused: 'refused by E7, E10 and E18',
      created: 'E7 creates an unknown pack with the id asked for; E10 and E18 refuse',
    },
  },
  'A-7-2': {
    shown: 'Whether members repeat: not shown.',
    does: 'Members are unique per pack; adding one again changes nothing.',
    why: 'A crowd is a set.',
    known: 'invented',
  },
  'A-8-1': {
    shown: 'Order of users and handling of unknown ids: not shown.',
    does: 'Users are answered in the order of the request, each once; unknown ids are left out. More than 100 ids are refused.',
    why: "The limit is the document's; a batch query should not fail for one id.",
    known: 'document',
    variants: {
      'left-out': 'unknown ids are left out',
      refused: 'the first unknown id refuses the call',
    },
  },
  'A-8-2': {
    shown: 'roleList is nullable; its elements are not shown.',
    does: 'Null.',
    why: 'The only value whose form is certain.',
    known: 'document',
    variants: { null: 'null', empty: 'an empty array' },
  },
  'A-10-1': {
    shown: 'Order of members: not shown.',
    does: 'In order of insertion, all of them in one answer.',
    why: 'The operation has no paging.',
    known: 'invented',
  },
  'A-12-1': {
    shown:
      'Handling of an unknown e-mail address, and the meaning of a sendTime in the future: not shown.',
    does: 'One notification per e-mail address, each once; an unknown one refuses all. It becomes visible when the clock reaches sendTime; without sendTime at once.',
    why: 'All or nothing, as everywhere.',
    known: 'invented',
    variants: {
      'all-or-nothing': 'an unknown e-mail address refuses the call',
      'known-only': 'unknown e-mail addresses are passed over, with a finding',
    },
  },
  'A-14-1': {
    shown: 'Meaning of authType and userId: not shown.',
    does: 'authType is any integer. userId is the user who adds. Everything named must exist. Adding a collaborator again changes its authType.',
    why: 'The lists name the collaborators already.',
    known: 'invented',
    variants: {
      operator: 'userId is the user who adds',
      collaborator: 'userId is one more collaborator',
    },
  },
  'A-15-1': {
    shown: 'Which fields are optional, and handling of unknown ids: not shown.',
    does: 'The task is found by creativeId and planId together; absent fields keep their values; unknown ids are refused.',
    why: 'It is called an update.',
    known: 'invented',
  },
  'A-18-1': {
    shown: 'What deleting a crowd pack does to its members: not shown.',
    does: 'Pack and members are gone at once, however many; deleting again is refused as unknown. The space of many is free a little later.',
    why: 'A member belongs to a pack.',
    known: 'invented',
  },
  'A-20-1': {
    shown: 'Response: empty object.',
    does: 'The body is `{}`.',
    why: 'Taken to the letter.',
    known: 'document',
    variants: { bare: 'the body is `{}`', envelope: 'the envelope, whose result is `{}`' },
  },
  'A-20-2': {
    shown:
      'Values are matched by field code and value code and updated in batch; handling of unknown codes is not shown.',
    does: 'All or nothing: an unknown field or value code refuses the call. A code named twice takes its last name.',
    why: 'A half-done batch is hard to repair.',
    known: 'invented',
    variants: {
      'all-or-nothing': 'an unknown value code refuses the call',
      'known-only': 'unknown value codes are passed over, with a finding',
    },
  },
} as const satisfies Record<string, Assumption>
