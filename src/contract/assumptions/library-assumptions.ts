import type { Assumption } from './assumption.ts'

/** Decisions about assets, uploads, collections, the archive and approvals. */
export const libraryAssumptions = {
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
  'A-4-1': {
    shown: 'The answer for ids that do not exist or that the caller may not see: not shown.',
    does: 'They are left out; the rest keeps the order of the request, each asset once.',
    why: 'A batch query should not fail for one id.',
    known: 'invented',
    variants: {
      'left-out': 'they are left out',
      refused: 'the first of them refuses the call',
    },
  },
  'A-4-2': {
    shown: 'downloadUrl is null or absent when the caller may only view.',
    does: 'downloadUrl is null for a caller that may only view; the other URLs stay.',
    why: 'Published for downloadUrl only.',
    known: 'published elsewhere',
    variants: {
      'download-url': 'only downloadUrl is null',
      originals: 'downloadUrl, originalUrl, url and urlWithParam are null',
    },
  },
  'A-4-3': {
    shown: 'collectionInfo is an array; tags a string; their content is not shown.',
    does: 'collectionInfo is `[{ id, groupName }]` of the collections that the caller sees, in order of ids; tags are joined by commas; size is the sum over the sub-resources.',
    why: 'The names are those of the collection itself.',
    known: 'invented',
  },
  'A-4-4': {
    shown: 'Fields of asset detail after the listed sub-resources: not shown.',
    does: 'None. Every asset has at least one sub-resource: a single file itself, a composite one per part.',
    why: 'What is not shown cannot be reproduced.',
    known: 'document',
  },
  'A-4-5': {
    shown: 'Meanings of unitType, unitId and unitName in authInfoList: not shown.',
    does: 'unitType 1 is a user, 2 a department, 3 everyone, whose unitId is 0 and unitName `Everyone`. A right of a department holds for those below it.',
    why: 'The field is an integer, and rights need a unit.',
    known: 'invented',
  },
  'A-4-6': {
    shown: 'fileFormatType: values seen `content_text`, `content_rtf`, `picture`, `video`.',
    does: 'Beside them `audio`, `font`, `design`, `sheet`, `web`, `archive` and, for the rest, `document`, by media type.',
    why: 'The kinds of assets that are published elsewhere, in words like those seen.',
    known: 'invented',
  },
  'A-4-7': {
    shown: 'Meanings of the numeric codes of an asset: not shown.',
    does: 'A new asset has isDownload 1, isDam 1, scenarioVisibility `ALL_VISIBLE`, ruleCheckStatus `UNSUPPORTED_FORMAT`, and 0 in every other code; seeds can say otherwise.',
    why: 'Values of samples where they show one; 0 claims nothing.',
    known: 'invented',
  },
  'A-5-1': {
    shown: 'Meaning of finished: not shown.',
    does: 'false: tasks in progress; true: ended tasks; absent: both.',
    why: 'A published list of to-dos has the same switch.',
    known: 'published elsewhere',
    variants: {
      both: 'an absent finished means both',
      unfinished: 'an absent finished means false',
    },
  },
  'A-5-2': {
    shown: 'Order of the list, and on which side of createTimeForm it lies: not shown.',
    does: 'Tasks created at or after createTimeForm, oldest first, then in order of creation. Everybody sees all tasks.',
    why: 'The name says "from", and a list that grows at its end can be read page by page.',
    known: 'invented',
  },
  'A-5-3': {
    shown: 'Allowed values of category: not shown; `APPROVAL` seen.',
    does: 'Another category answers an empty page; absent means all.',
    why: 'It is a filter, and a filter that matches nothing is no error.',
    known: 'invented',
  },
  'A-9-1': {
    shown: 'processName of a task: where it comes from is not shown.',
    does: 'It is the `name` of the request.',
    why: 'It lets a test find its own approval again.',
    known: 'invented',
    variants: {
      name: 'the `name` of the request, else that of the process definition',
      definition: 'the name of the process definition',
    },
  },
  'A-9-2': {
    shown: 'When the tasks of an approval start, and transitions: not shown.',
    does: 'One task per key and assignee. `initiator` is done at creation and is no record. task1 starts at once, each next key when the one before is approved. Keys are ordered by the number in them.',
    why: 'Numbered keys are steps.',
    known: 'invented',
    variants: { 'in-turn': 'one key after the other', 'at-once': 'all tasks start at creation' },
  },
  'A-9-3': {
    shown: 'processCategory of a task made by E9: not shown; the meaning of objects: not shown.',
    does: 'processCategory is `RESOURCE_PUBLISHMENT`; objects are asset ids and must exist; every user named must exist. The category may be any text.',
    why: 'The approval is about publishing resources from outside.',
    known: 'invented',
  },
  'A-9-4': {
    shown: 'Meaning of an approval without tasks: not shown.',
    does: 'It is refused: assignees must name at least one key beside `initiator`, with at least one user.',
    why: 'It could never be decided.',
    known: 'invented',
  },
  'A-9-5': {
    shown: 'Meaning of the integer approvalStatus of an asset: not shown.',
    does: '0: in no approval, or its approval was withdrawn; 1: an approval is in progress; 2: approved; 3: rejected. E9 sets 1 for its objects, the decision that ends the approval the rest; of several approvals the last to change counts. Assets of a seed have what the seed says, else 0.',
    why: 'A client waits for the library to show the outcome.',
    known: 'invented',
  },
  'A-9-6': {
    shown: 'Complete set of approvalStatus values of a task, and transitions: not shown.',
    does: 'IN_PROGRESS becomes APPROVED, REJECTED or WITHDRAWN by a decision, with endTime. When every task of a key is approved, those of the next key start, with that instant as their createTime; after the last key the approval is approved. A rejection or a withdrawal ends the approval: other tasks in progress become WITHDRAWN at the same instant; tasks that have not started never start and are never listed.',
    why: 'After one rejection no other decision is needed.',
    known: 'invented',
  },
  'A-13-1': {
    shown: 'What E13 checks: not shown.',
    does: 'Upload, path, and that exactly the parts that have arrived are listed with their etags, quotes and case ignored, in any order. They are merged by their numbers. Every part but the last must have at least 100 KiB. Repeating a completed call answers true again.',
    why: 'That is how object stores complete an upload; repeating makes a lost answer harmless.',
    known: 'invented',
  },
  'A-13-2': {
    shown: 'Handling of parts whose sizes do not add up to the declared size: not shown.',
    does: 'The call is refused when they differ from the size that the upload was begun with.',
    why: 'Otherwise a missing last part would go unnoticed.',
    known: 'invented',
    variants: {
      refused: 'the call is refused',
      finding: 'answered, with the finding `size-differs-from-declared`',
    },
  },
  'A-16-1': {
    shown: 'The lifecycle of an uploaded file: not shown.',
    does: 'A path that names no completed upload makes an atom of the declared facts, with the finding `path-never-uploaded`.',
    why: 'A client can be tested before its upload is written.',
    known: 'invented',
    variants: { placeholder: 'an atom of the declared facts', refused: 'the call is refused' },
  },
  'A-16-2': {
    shown: 'Which facts count for an uploaded file: not shown.',
    does: 'Those of the file: size, media type, MD5, dimensions, duration and words are read from its bytes. A wrong declared size is refused; another declared type is the finding `type-differs-from-file`. Among kinds of text, and for bytes without a signature, the declared type or else the name decides; a type that always has a signature, without one, becomes application/octet-stream.',
    why: 'A wrong size is a defect of the client that should show early; a wrong type is often set by its platform.',
    known: 'invented',
  },
  'A-16-3': {
    shown: 'width and height of a picture that is to be turned before it is shown: not shown.',
    does: 'They are those of the picture as it is shown.',
    why: 'Pages lay pictures out by these numbers.',
    known: 'invented',
    variants: {
      displayed: 'as it is shown, after it is turned',
      stored: 'as it is stored, before it is turned',
    },
  },
  'A-16-4': {
    shown: 'wordNum: what counts as a word is not shown.',
    does: 'In text, HTML and PDF: every Han or kana character, and every run of other characters that has a letter or a digit. Null for all else, and for text above 32 MiB.',
    why: 'Word processors count so.',
    known: 'invented',
  },
  'A-16-5': {
    shown: 'The file behind the URLs of an atom that was made without an upload: not shown.',
    does: 'A placeholder of exactly the declared size: for pictures a card in the declared format, for all else a sentence, followed by zero bytes.',
    why: 'A download works, and has the size that was declared.',
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
  'A-21-1': {
    shown: 'Meaning of the three lists: not shown.',
    does: 'successList has the atoms, successMaterialIdList their assets in the same order, failedList the ids that are no atoms; each id once. Ingesting twice gives the same asset. The acting user owns the new asset.',
    why: 'Atom and asset have different ids, and a repeated call should be harmless.',
    known: 'invented',
  },
  'A-21-2': {
    shown: 'The right to ingest an atom: not shown.',
    does: 'Everybody may, the atoms of other users included.',
    why: 'Upload and ingestion are separate steps, often of separate programs.',
    known: 'invented',
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
