import type { Assumption } from './assumption.ts'

/** Decisions about collections and the archive. */
export const collectionAssumptions = {
  'A-1-1': {
    shown: 'Allowed values of scope: not shown; 0 in samples.',
    does: '0 or absent: everything visible; 1: created by me; 2: shared with me (visible, created by somebody else); 3: collected by me. Others are refused.',
    why: 'They are the tabs of a library page.',
    known: 'invented',
    variants: {
      refused: 'another scope is refused',
      everything: 'another scope counts as 0, with a finding',
    },
  },
  'A-1-2': {
    shown:
      'Allowed values of sort, default ordering and the order of names: not shown; `createTime` and `desc` seen.',
    does: 'Fields `createTime`, `updateTime`, `groupName`, `itemCount`, `default`; `asc` or `desc`. Without them the newest first; ties by id in the same direction. Names by code points after case folding, in every language.',
    why: '`default` is published for the newer search, without what it means; the rest are the fields of the answer that order anything. The order of names is the same on every machine.',
    known: 'invented',
    variants: {
      refused: 'another field or direction is refused',
      default: 'another field or direction counts as `default`',
    },
    switches: {
      names: {
        folded: 'the case of names is ignored',
        exact: 'names by code points as written, capitals first',
      },
    },
  },
  'A-1-4': {
    shown: 'thunders is nullable thumbnail data; its form is not shown.',
    does: 'Null.',
    why: 'The only value whose form is certain.',
    known: 'invented',
    variants: {
      null: 'null',
      addresses: 'signed preview URLs of the first four assets that the acting user sees',
    },
  },
  'A-1-6': {
    shown:
      'itemCount and groupCount: whether they count invisible assets and collections is not shown. belongId is an owner scope identifier, hasCollected a boolean, status of a collection 0 in samples; of what kind, whose, how they are set and moves are not shown.',
    does: 'itemCount and groupCount count everything that is in the collection, and every child. belongId is the id of the user who created the collection, status 0, unless a seed has another. hasCollected says whether the acting user has collected the collection. Seeds say so (`collectedBy`); no operation changes them.',
    why: 'A count that depends on the user could not be compared between users. The document has no operation that collects or changes a status, and the creator owns what nobody else was given.',
    known: 'invented',
  },
  'A-1-7': {
    shown:
      'How keywordList and parentGroupId select: not shown; whether a name must match one keyword or all; the answer for a parentGroupId that is no collection, or that the caller may not see.',
    does: 'A collection matches when any keyword is anywhere in its name, case ignored. Empty keywords do not count. parentGroupId 0 is the root level, absent every level. With a keyword the whole subtree below the parent is searched, without one the direct children. Nothing is below an id that is no collection, that of an asset included, with a finding. Below a collection that the caller does not see are the children that the caller sees.',
    why: 'A further keyword that finds more is what a list of alternatives does. Browsing shows a level, searching looks everywhere below, and a search that finds nothing is no mistake.',
    known: 'invented',
    variants: {
      any: 'one keyword is enough',
      all: 'the name includes every keyword',
    },
    switches: {
      parent: {
        empty: 'an unknown parent has no children',
        refused: 'an unknown or invisible parent refuses the call',
      },
    },
  },
  'A-1-12': {
    shown: 'parentId and rootId of a root collection: not shown.',
    does: 'parentId is 0 and rootId its own id.',
    why: 'rootId then finds a whole tree, its top included.',
    known: 'invented',
    variants: {
      own: 'rootId of a root is its own id',
      zero: 'rootId of a root is 0',
    },
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
    shown: 'groupId of an archive group: its relation to collections is not shown.',
    does: 'Archive groups are the asset collections below a root that is an archive: groupId is an id for E1 and E22, and rootId that of the root.',
    why: 'The document lists the look-up among the operations of collections. That E1 and E22 take the id, and that the roots are archives, is ours.',
    known: 'invented',
    variants: {
      collections: 'archive groups are asset collections',
      own: 'groups of their own: E17 answers all of them to everybody; E1, E4 and E22 do not know them, nor their roots',
    },
  },
  'A-17-3': {
    shown:
      'path is a slash-separated path of group codes; what the code of a group is, and whether two groups can have one path, is not shown.',
    does: 'The code of a group is its name, so that path has the names from the root down and ends with name. The case counts. Two roots may have one code; E17 answers the groups of both, in order of ids. Within one root a path is unique.',
    why: 'In published samples the last part of path is name. That the case counts is ours. A path does not name the root, rootId does.',
    known: 'published elsewhere',
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
    does: 'All or nothing: an unknown asset, or one that the acting user does not see, refuses the call. An asset already there stays once. itemCount follows.',
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
    variants: {
      'no-permission': '10134011, as without the right to add',
      unknown: 'a collection that the caller does not see is unknown',
    },
  },
  'A-22-4': {
    shown: 'Whether adding changes updateTime and updateUser: not shown.',
    does: 'Those of the collection become the time and the acting user of the call when anything was added; those of the assets stay.',
    why: 'The content of the collection changed, that of the assets did not.',
    known: 'invented',
    variants: {
      added: 'they change when anything was added',
      'every-call': 'they change with every call that succeeds',
    },
  },
} as const satisfies Record<string, Assumption>
