import type { Assumption } from './assumption.ts'

/** Decisions about crowds, marketing tasks and social media. */
export const marketingAssumptions = {
  'A-2-1': {
    shown:
      'createDate is a four-digit year; how the data is chosen and ordered, values of mediaType, the form of createDate and statDate of a post, and whether days to come are answered, is not shown.',
    does: 'All posts of that year, per mediaType in order of its name, most read first; size is their number. A year without posts has no data. mediaType is any text that a seed or fragment gives; the built-in seeds have `note`, `official_account`, `short_video` and `microblog`. createDate is the day of the post, statDate the day of its figures, both `YYYY-MM-DD`. What is after the day of the clock, in the zone of A-time-1, is left out.',
    why: 'Hot content is what is read most, and nobody has read a post that is not written yet.',
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
    shown:
      'Handling of an unknown crowd pack, what deleting a crowd pack does to its members, and deleting one that is not there: not shown.',
    does: 'A pack is known by crowdPackId, corpId and source together; an unknown one is refused. A deleted pack and its members are gone at once, however many; the space of a large pack is freed a little later. Their ids are not used again; the id of the pack can be, by a fragment or by the variant `created`.',
    why: 'A member that is added to an unknown pack would be lost, a member belongs to a pack, and a wrong id in a test should show.',
    known: 'invented',
    variants: {
      refused: 'refused by E7 and E10',
      created: 'E7 creates an unknown pack with the id asked for; E10 refuses',
    },
    switches: {
      deletion: {
        refused: 'an unknown pack refuses E18',
        'passed-over': 'E18 answers true for an unknown pack, with a finding',
      },
    },
  },
  'A-7-2': {
    shown:
      'Whether members repeat, and order of members: not shown. id of a crowd member is an integer; what it names is not shown.',
    does: 'Members are unique per pack; adding one again changes nothing. E10 lists them in order of insertion, all of them in one answer. id is that of the membership: one sequence for all packs, never reused. No operation takes it.',
    why: 'A crowd is a set, the same sign can be in several packs, and the operation has no paging.',
    known: 'invented',
  },
  'A-7-4': {
    shown: 'Meaning of completeStatus: not shown. Meaning of selfAgent: not shown; 0 in samples.',
    does: 'Both are kept with the pack and shown by records; without them the pack keeps what it has. Members are listed at once for every completeStatus. selfAgent is any integer; in E10 it selects nothing.',
    why: 'A client that adds members expects E10 to list them. Kept and shown, a test can see that its client sends them.',
    known: 'invented',
    variants: {
      'at-once': 'E10 lists members as soon as they are added',
      'when-complete':
        'E10 lists nobody until an E7 with completeStatus true, and again after one with false',
    },
  },
  'A-15-1': {
    shown:
      'Which fields are required and optional, handling of unknown ids, and allowed values of contentType (`GROUP_MESSAGE` seen): not shown.',
    does: 'The task is found by creativeId and planId together; absent fields keep their values; unknown ids are refused. Any contentType is kept.',
    why: 'It is called an update, and one value of contentType tells nothing about the others.',
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
} as const satisfies Record<string, Assumption>
