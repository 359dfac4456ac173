import type { Assumption } from './assumption.ts'

/** Decisions about collections and the archive. */
export const collectionAssumptions = {
  'A-1-1': {
    shown: 'Allowed values of scope: not shown; 0 in samples.',
    does: '0 or absent: everything visible; 1: created by me; 2: shared with me (visible, created by somebody else); 3: collected by me. Others are refused.',
    why: 'They are the tabs of a library page.',
    known: 'invented',
  },
  'A-1-2': {
    shown: 'Allowed values of sort and default ordering: not shown; `createTime` and `desc` seen.',
    does: 'Fields `createTime`, `updateTime`, `groupName`, `itemCount`, `default`; `asc` or `desc`. Without them the newest first; ties by id in the same direction.',
    why: '`default` is published for the newer search; the rest are the fields of the answer that order anything.',
    known: 'published elsewhere',
    variants: {
      refused: 'another field or direction is refused',
      default: 'another field or direction counts as `default`',
    },
  },
  'A-1-3': {
    shown: 'How keywordList and parentGroupId select: not shown.',
    does: 'A collection matches when any keyword is anywhere in its name, case ignored; empty keywords do not count. parentGroupId 0 is the root level, absent every level. With a keyword the whole subtree below the parent is searched, without one the direct children. An unknown parent has no children.',
    why: 'Browsing shows a level, searching looks everywhere below.',
    known: 'invented',
  },
  'A-1-4': {
    shown: 'thunders is nullable thumbnail data.',
    does: 'Null.',
    why: 'The only value whose form is certain.',
    known: 'document',
    variants: {
      null: 'null',
      addresses: 'signed preview URLs of the first four assets',
    },
  },
  'A-1-5': {
    shown: 'Visibility of a collection: not shown.',
    does: 'Its creator, administrators, and everybody with a right on it or on a collection above it, by user, department or as everyone.',
    why: 'Rights that reach down a tree are what libraries have.',
    known: 'invented',
  },
  'A-1-6': {
    shown:
      'itemCount and groupCount: whether they count invisible assets and collections is not shown.',
    does: 'They count everything that is in the collection, and every child.',
    why: 'A count that depends on the user could not be compared between users.',
    known: 'invented',
  },
  'A-17-1': {
    shown: 'groupPath is an array of paths; matching is not shown.',
    does: 'Groups are answered in the order of the paths, each once; unknown paths and roots are left out; an empty or absent list means all non-root groups, in order of ids.',
    why: 'The operation lists non-root groups.',
    known: 'invented',
    variants: {
      'left-out': 'unknown paths are left out',
      refused: 'the first unknown path refuses the call',
    },
  },
  'A-17-2': {
    shown:
      'groupId of an archive group: elsewhere called the id of a collection; its relation to collections is not shown.',
    does: 'Archive groups are the asset collections below a root that is an archive: groupId is an id for E1 and E22, rootId that of the root, path the names from the root joined by slashes. Two roots may have one name. E17 answers the groups that the acting user sees.',
    why: 'The index lists the look-up under collections, and other pages call groupId the id of a collection.',
    known: 'published elsewhere',
    variants: {
      collections: 'archive groups are asset collections',
      own: 'groups of their own: E17 answers all of them to everybody, E1 and E22 do not know them',
    },
  },
  'A-22-1': {
    shown: 'Response on success: not shown.',
    does: 'The envelope with result true.',
    why: 'What the other writing operations answer.',
    known: 'invented',
    variants: {
      true: 'the result is true',
      null: 'the result is null',
    },
  },
  'A-22-2': {
    shown: 'Handling of unknown ids and of assets that are already there: not shown.',
    does: 'All or nothing: an unknown asset refuses the call. An asset already there stays once. itemCount follows; updateTime and updateUser change when anything was added.',
    why: 'A half-done batch is hard to repair.',
    known: 'invented',
    variants: {
      'all-or-nothing': 'an unknown asset refuses the call',
      'known-only': 'unknown assets are passed over, with a finding',
    },
  },
  'A-22-3': {
    shown:
      'Code 10134011 is for a caller without permission; the answer for a collection that the caller may not see is not shown.',
    does: '10134011, as for every collection that exists; only an id that does not exist is unknown.',
    why: 'The code of the document fits, and a wrong id in a test should not look like a missing right.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
