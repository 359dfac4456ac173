import type { Assumption } from './assumption.ts'

/** Decisions about crowds, marketing tasks and social media. */
export const marketingAssumptions = {
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
  'A-10-1': {
    shown: 'Order of members: not shown.',
    does: 'In order of insertion, all of them in one answer.',
    why: 'The operation has no paging.',
    known: 'invented',
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
} as const satisfies Record<string, Assumption>
