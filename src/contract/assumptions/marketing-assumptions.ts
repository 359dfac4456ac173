import type { Assumption } from './assumption.ts'

/** Decisions about crowds, marketing tasks and social media. */
export const marketingAssumptions = {
  'A-2-1': {
    shown: 'createDate is a four-digit year; how the data is chosen and ordered is not shown.',
    does: 'All posts of that year, per mediaType in order of its name, most read first; size is their number; dates are `YYYY-MM-DD`. A year without posts has no data.',
    why: 'Hot content is what is read most.',
    known: 'invented',
  },
  'A-2-2': {
    shown: 'Values of mediaType: not shown.',
    does: 'Any text that a seed or fragment gives; the built-in seeds have `note`, `official_account`, `short_video` and `microblog`.',
    why: 'A client shows it or compares it with its own list; nothing else depends on it.',
    known: 'invented',
  },
  'A-2-3': {
    shown:
      'createDate and statDate of a post are texts; their form, and whether days to come are answered, is not shown.',
    does: 'createDate is the day of the post, statDate the day of its figures, both `YYYY-MM-DD`. What is after the day of the clock, in the zone of A-time-1, is left out.',
    why: 'Nobody has read a post that is not written yet.',
    known: 'invented',
    variants: {
      'until-today': 'posts and figures up to the day of the clock',
      all: 'every post of the year',
    },
  },
  'A-2-4': {
    shown: 'createDate of the request is a text; the sample holds a four-digit year.',
    does: 'Another form is refused.',
    why: 'A date that selects nothing would look like a year without posts.',
    known: 'invented',
    variants: {
      year: 'a year of four digits; another form is refused',
      prefix:
        'a year, a month `YYYY-MM` or a day `YYYY-MM-DD` selects the posts of that time; another text selects none',
    },
  },
  'A-7-1': {
    shown: 'Handling of an unknown crowd pack: not shown.',
    does: 'A pack is known by crowdPackId, corpId and source together; an unknown one is refused.',
    why: 'A member that is added to an unknown pack would be lost.',
    known: 'invented',
    variants: {
      refused: 'refused by E7, E10 and E18 (E18: A-18-2)',
      created: 'E7 creates an unknown pack with the id asked for; E10 and E18 refuse',
    },
  },
  'A-7-2': {
    shown: 'Whether members repeat: not shown.',
    does: 'Members are unique per pack; adding one again changes nothing.',
    why: 'A crowd is a set.',
    known: 'invented',
  },
  'A-7-3': {
    shown: 'Meaning of selfAgent: not shown; 0 in samples.',
    does: 'Any integer. E7 keeps it with the pack, where records show it; without it the pack keeps what it has. In E10 it selects nothing.',
    why: 'Kept and shown, a test can see that its client sends it.',
    known: 'invented',
  },
  'A-7-4': {
    shown: 'Meaning of completeStatus: not shown.',
    does: 'Kept with the pack and shown by records; without it the pack keeps what it has. Members are listed at once.',
    why: 'A client that adds members expects E10 to list them.',
    known: 'invented',
    variants: {
      'at-once': 'E10 lists members as soon as they are added',
      'when-complete':
        'E10 lists nobody until an E7 with completeStatus true, and again after one with false',
    },
  },
  'A-10-1': {
    shown: 'Order of members: not shown.',
    does: 'In order of insertion, all of them in one answer.',
    why: 'The operation has no paging.',
    known: 'invented',
  },
  'A-10-2': {
    shown: 'id of a crowd member is an integer; what it names is not shown.',
    does: 'The membership: one sequence for all packs, never reused. No operation takes it.',
    why: 'The same sign can be in several packs.',
    known: 'invented',
  },
  'A-15-1': {
    shown: 'Which fields are optional, and handling of unknown ids: not shown.',
    does: 'The task is found by creativeId and planId together; absent fields keep their values; unknown ids are refused.',
    why: 'It is called an update.',
    known: 'invented',
  },
  'A-15-2': {
    shown: 'A releaseTime before now: not shown.',
    does: 'It is kept as sent. Nothing happens when a release time comes.',
    why: 'A test writes fixed times, which pass.',
    known: 'invented',
    variants: {
      kept: 'kept as sent',
      finding: 'kept as sent, with the finding `release-in-the-past`',
      refused: 'the call is refused',
    },
  },
  'A-15-3': {
    shown: 'Allowed values of contentType: not shown; `GROUP_MESSAGE` seen.',
    does: 'Any text is kept.',
    why: 'One value tells nothing about the others.',
    known: 'invented',
  },
  'A-18-1': {
    shown: 'What deleting a crowd pack does to its members: not shown.',
    does: 'Pack and members are gone at once, however many. The space of a large pack is freed a little later. Their ids are not used again; the id of the pack can be, by a fragment or by the variant `created` of A-7-1.',
    why: 'A member belongs to a pack.',
    known: 'invented',
  },
  'A-18-2': {
    shown: 'Deleting a crowd pack that is not there, or no longer: not shown.',
    does: 'It is refused as unknown, as by E7 and E10.',
    why: 'A wrong id in a test should show.',
    known: 'invented',
    variants: {
      refused: 'an unknown pack refuses the call',
      'passed-over': 'an unknown pack answers true, with a finding',
    },
  },
} as const satisfies Record<string, Assumption>
