import type { Assumption } from './assumption.ts'

/** Decisions about users, collaborators, notifications and metadata. */
export const userAssumptions = {
  'A-8-1': {
    shown:
      'Order of users and handling of unknown ids: not shown. The picture behind avatar, the form of uid, the order of dimensionItemInfoLit, and whether disabled users are answered: not shown.',
    does: 'Users are answered in the order of the request, each once; unknown ids are left out. More than 100 ids are refused. Disabled and logged out users are answered like others. avatar leads to a drawn person, as users have no pictures. uid is the text of the seed, or the id as text; isExistPhone is what the seed says, else false. dimensionItemInfoLit is ordered by id. lineManagerUserId is null for a user without a manager.',
    why: "The limit is the document's; a batch query should not fail for one id, and a look-up by id answers what the id names.",
    known: 'invented',
    variants: {
      'left-out': 'unknown ids are left out',
      refused: 'the first unknown id refuses the call',
    },
  },
  'A-8-2': {
    shown: 'roleList is nullable; its elements are not shown.',
    does: 'Null.',
    why: 'The only value whose form is certain.',
    known: 'invented',
    variants: {
      null: 'null',
      empty: 'an empty array',
      roles:
        'the role of A-auth-11 as `[{ id, roleName, roleCode }]`: 1 `viewer`, 2 `editor`, 3 `administrator`',
    },
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
  'A-12-2': {
    shown:
      'Allowed values of templateCode and modelCode: not shown; `MATERIAL` seen. url is a path; what it is relative to, and whether it may be absent, is not shown.',
    does: 'Any text is kept; templateCode must not be empty, modelCode may be absent. No template is looked up: the HTML of the request is the text. Any url is kept as sent; absent, it is empty.',
    why: 'Published elsewhere is `WORKFLOW` as another modelCode; the lists are open to us. Only the page that shows the notification follows the url.',
    known: 'invented',
  },
  'A-14-1': {
    shown: 'Meaning of userId: not shown.',
    does: 'userId is the user who adds. Everything named must exist.',
    why: 'The lists name the collaborators already.',
    known: 'invented',
    variants: {
      operator: 'userId is the user who adds',
      collaborator: 'userId is one more collaborator',
    },
  },
  'A-14-2': {
    shown:
      'Meaning of authType of collaborators, what deptIdList and dimensionIdList name, and what a collaborator may do: not shown.',
    does: 'Any authType is kept with each collaborator and shown by records. Adding a collaborator again changes it. deptIdList names departments, dimensionIdList the dimension items of users (dimensionItemInfoLit of E8). Each is one collaborator beside the users; E6 and E11 answer everybody.',
    why: 'A code whose meaning is unknown can only be carried. The names are those of E8, and the portal operations know no acting user.',
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
