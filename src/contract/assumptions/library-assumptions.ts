import type { Assumption, Switch } from './assumption.ts'

/** Decisions about collections and the archive, assets and atoms, uploads, and approvals. */
export const libraryAssumptions = {
  'A-1-1': {
    says: 'Allowed values of scope: not shown; 0 in samples.',
    does: '0 or absent: everything visible; 1: created by me; 2: shared with me (visible, created by somebody else); 3: collected by me. Others are refused.',
    why: 'They are the tabs of a library page.',
    variants: {
      refused: 'another scope is refused',
      everything: 'another scope counts as 0, with a finding',
    },
  },
  'A-1-2': {
    says: 'Allowed values of sort, default ordering and the order of names: not shown; `createTime` and `desc` seen.',
    does: 'Fields `createTime`, `updateTime`, `groupName`, `itemCount`, `default`; `asc` or `desc`. Without them the newest first; ties by id in the same direction. Names by code points after case folding, in every language.',
    why: '`default` is published for the newer search, without what it means; the rest are the fields of the answer that order anything. The order of names is the same on every machine.',
    variants: {
      refused: 'another field or direction is refused',
      default: 'another field or direction counts as `default`',
    },
  },
  'A-1-2.names': {
    variants: {
      folded: 'the case of names is ignored',
      exact: 'names by code points as written, capitals first',
    },
  },
  'A-1-4': {
    says: 'thunders is nullable thumbnail data; its form is not shown.',
    does: 'Null.',
    why: 'The only value with a certain form.',
    variants: {
      null: 'null',
      addresses: 'signed preview URLs of the first four assets that the acting user sees',
    },
  },
  'A-1-6': {
    says: 'itemCount and groupCount: whether they count invisible assets and collections is not shown. belongId is an owner scope identifier, hasCollected a boolean, status of a collection 0 in samples; of what kind, whose, how they are set and moves are not shown.',
    does: 'itemCount and groupCount count everything that is in the collection, and every child. belongId is the id of the user who created the collection, status 0, unless a seed has another. hasCollected says whether the acting user has collected the collection. Seeds say so (`collectedBy`); no operation changes them.',
    why: 'A count that depends on the user could not be compared between users. The document has no operation that collects or changes a status, and the creator owns what nobody else was given.',
  },
  'A-1-7': {
    says: 'How keywordList and parentGroupId select: not shown; whether a name must match one keyword or all; the answer for a parentGroupId that is no collection, or that the caller may not see.',
    does: 'A collection matches when any keyword is anywhere in its name, case ignored. Empty keywords do not count. parentGroupId 0 is the root level, absent every level. With a keyword the whole subtree below the parent is searched, without one the direct children. Nothing is below an id that is no collection, that of an asset included, with a finding. Below a collection that the caller does not see are the children that the caller sees.',
    why: 'In a list of alternatives, another keyword finds more. Browsing shows a level, searching covers everything below, and a search that finds nothing is not a mistake.',
    variants: { any: 'one keyword is enough', all: 'the name includes every keyword' },
  },
  'A-1-7.parent': {
    variants: {
      empty: 'an unknown parent has no children',
      refused: 'an unknown or invisible parent refuses the call',
    },
  },
  'A-1-12': {
    says: 'parentId and rootId of a root collection: not shown.',
    does: 'parentId is 0 and rootId its own id.',
    why: 'rootId then finds a whole tree, its top included.',
    variants: { own: 'rootId of a root is its own id', zero: 'rootId of a root is 0' },
  },
  'A-17-1': {
    says: 'groupPath is an array of paths; matching is not shown.',
    does: 'Groups are returned in the order of the paths, each once; unknown paths and roots are left out; an empty or absent list means all non-root groups, in order of ids.',
    why: 'The operation lists non-root groups.',
    variants: {
      'left-out': 'unknown paths are left out',
      refused: 'the first unknown path refuses the call',
    },
  },
  'A-17-2': {
    says: 'groupId of an archive group: its relation to collections is not shown.',
    does: 'Archive groups are the asset collections below a root that is an archive: groupId is an id for E1 and E22, and rootId is the id of the root.',
    why: 'The document lists the look-up among the operations of collections. That E1 and E22 take the id, and that the roots are archives, is ours.',
    variants: {
      collections: 'archive groups are asset collections',
      own: 'separate groups: E17 returns all of them to everyone; E1, E4 and E22 know neither them nor their roots',
    },
  },
  'A-17-3': {
    says: 'path is a slash-separated path of group codes; what the code of a group is, and whether two groups can have one path, is not shown.',
    does: 'The code of a group is its name, so that path has the names from the root down and ends with name. The case counts. Two roots may have one code; E17 answers the groups of both, in order of ids. Within one root a path is unique.',
    why: 'In published samples the last part of path is name. That the case counts is ours. A path does not name the root, rootId does.',
    known: 'published elsewhere',
  },
  'A-22-1': {
    says: 'Response on success: not shown.',
    does: 'The envelope with result true.',
    why: 'What the other writing operations answer.',
    variants: { true: 'the result is true', null: 'the result is null' },
  },
  'A-22-2': {
    says: 'Handling of unknown ids and of assets that are already there: not shown.',
    does: 'All or nothing: an unknown asset, or one that the acting user does not see, refuses the call. An asset already there stays once. itemCount follows.',
    why: 'A half-done batch is hard to repair.',
    variants: {
      'all-or-nothing': 'an unknown asset refuses the call',
      'known-only': 'unknown assets are skipped, with a finding',
    },
  },
  'A-22-3': {
    says: 'Code 10134011 is for a caller without permission; the answer for a collection that the caller may not see is not shown.',
    does: '10134011, as for every collection that exists; only an id that does not exist is unknown.',
    why: 'The code of the document fits, and a wrong id in a test should not look like a missing right.',
    variants: {
      'no-permission': '10134011, as without the right to add',
      unknown: 'a collection that the caller does not see is unknown',
    },
  },
  'A-22-4': {
    says: 'Whether adding changes updateTime and updateUser: not shown.',
    does: 'If anything was added, updateTime and updateUser of the collection become the time and the acting user of the call. The updateTime and updateUser of the assets do not change.',
    why: 'The content of the collection changed, but the content of the assets did not.',
    variants: {
      added: 'they change when anything was added',
      'every-call': 'they change with every call that succeeds',
    },
  },
  'A-id-1': {
    says: 'How the id of an atom, the id of a sub-resource and the id of an asset are related: not shown.',
    does: 'A file has one id and one createTime through its life: as atom of E16 and, after E21, in subResList. Assets and files share one sequence, so that no id means two things; a seed that uses one twice is refused. E22 refuses the id of a file or an atom with what it is and what to use, E4 leaves it out and E21 fails the id of an asset, both with a finding.',
    why: 'Other pages call the id of the file assetId and that of the asset coreId; that the atom has the id of the file, and one sequence, are ours.',
    variants: {
      refused:
        'an id of the other kind is refused, left out or failed, and the message or finding says what it is',
      accepted:
        'E4, E9 and E22 accept the id of a file for its asset; E21 and E9 treat the id of an asset or file in the library as ingested',
    },
  },
  'A-visibility-1': {
    says: 'Which assets a caller may see, visibility of a collection, which archive groups a caller may see, and what gives the permission to add to a collection (code 10134011 without it): not shown.',
    does: 'A user sees the assets that the user created, those with a right for the user, for the department of the user or one above it, or for everyone, and those in a collection that the user sees. Administrators see every asset. The creator, and users whose right has a role with downloads, may have the original; a collection alone lets a user view. A collection is seen by its creator, by administrators, and by everybody with a right on it or on a collection above it: as a user, by department or as everyone. A path of an archive group that the user does not see is unknown. Its creator, administrators, and everybody with the right to add on the collection or on one above it may add, viewers excepted (A-auth-11). Others who see it get 10134011.',
    why: 'Adding an asset to a shared collection should share it. Rights that reach down a tree are what libraries have, and the right to add follows the right to see.',
    variants: {
      collections: 'creator, rights, and collections that hold the asset',
      rights: 'rights only',
    },
  },
  'A-4-1': {
    says: 'The answer for ids that do not exist or that the caller may not see: not shown.',
    does: 'They are left out; the rest keeps the order of the request, each asset once.',
    why: 'A batch query should not fail for one id.',
    variants: { 'left-out': 'they are left out', refused: 'the first of them refuses the call' },
  },
  'A-4-2': {
    says: 'downloadUrl is a string or null; when it is null is not shown.',
    does: 'downloadUrl is null for a caller that may only view; the other URLs stay.',
    why: 'Published elsewhere: it is absent when the caller may only view. That it is null then, and that the other URLs stay, is ours.',
    known: 'published elsewhere',
    variants: {
      'download-url': 'only downloadUrl is null',
      originals: 'downloadUrl, originalUrl, url and urlWithParam are null',
    },
  },
  'A-4-3': {
    says: 'collectionInfo is an array; tags a string; their content and the length of the array are not shown.',
    does: 'collectionInfo is `[{ id, groupName }]` of the collections that the caller sees, in order of ids, at most the first 50; tags are joined by commas.',
    why: 'The names come from the collection itself. An asset may be in every collection, and a call can ask for 1,000 assets.',
  },
  'A-4-5': {
    says: 'Meanings of unitType, unitId and unitName in authInfoList: not shown. dataRoleCode: value seen `ownerRole`; other codes, and meanings of editable, are not shown.',
    does: 'unitType 1 is a user, 2 a department, 3 everyone, whose unitId is 0 and unitName `Everyone`. A right of a department holds for those below it. Roles are rows of the seed; the built-in ones are `ownerRole` and `editorRole`, with editable 1 and downloads, and `viewerRole`, with editable 0 and no downloads. E21 gives `ownerRole` to the acting user.',
    why: 'The field is an integer, and a right needs a unit, and to say who may change and who may only view.',
  },
  'A-4-6': {
    says: 'fileFormatType: values seen `content_text`, `content_rtf`, `picture`, `video`. Meaning of resType: not shown; 0 for files, 1 for text types in samples.',
    does: 'Beside them `audio`, `font`, `design`, `sheet`, `web`, `archive` and, for the rest, `document`, by media type. resType is 1 for `content_text` and `content_rtf`, 0 for every file.',
    why: 'The kinds of assets that are published elsewhere, in words like those seen; the samples show these two numbers.',
  },
  'A-4-7': {
    says: 'Meaning of numeric codes of an asset, its materialOrigin and a sub-resource, and the codes of new ones: not shown; `UNSUPPORTED_FORMAT` is seen as ruleCheckStatus beside ruleCheckStatusCode. Of assetStatus, the counts and the ids of a sub-resource most samples have null or none. Values of title, aliasName, keyName, publicRead and extension: not shown.',
    does: 'A new asset has isDownload 1, isDam 1, scenarioVisibility `ALL_VISIBLE`, ruleCheckStatus `UNSUPPORTED_FORMAT`, and 0 in every other code; watermark, importUrl and customerLifeCycleRuleTagCode are empty. In a new file picNum, videoNum, textNum, title and aliasName are null, publicRead is false, keyName is the last part of path, and extension what follows the last dot of the name, in lower case. Seeds can say otherwise; no operation changes these values or depends on them. materialOrigin repeats the times and users of its asset. pdfStatus is 1 for a part whose media type is `application/pdf` and 0 for every other part. ruleCheckStatusCode 0 is `UNSUPPORTED_FORMAT`; a seed may pair other statuses with other codes, one each: in the built-in ones pictures have 1, `PASSED`, or 2, `NOT_PASSED`. There scenarioVisibility is `PARTLY_VISIBLE` for assets without a right of everyone. In the built-in seeds importance and riskLevel are ranks from 0, not set, to 3; stickTop 1 is pinned; analysisStatus and assetTagStatus 1 are done; templateGenerateCount counts uses as a template; isDam 1 is an asset of the library, which all are; status, dummy, maplexStatus and assetStatus are 0 and mean nothing. isDownload says whether an asset is meant for download and is no right (A-4-2). textNum counts the characters of a text without its tags and spaces, wordNum its words, Han characters one each; picNum and videoNum the pictures and films in it; null means not counted. thumbnailAssetId and iconAssetId are files that stand for the part, damId is the asset that it was taken from, analysisAssetIds are the files that were analysed with it: null, unless a seed names assets and files that exist.',
    why: 'Values of samples where they show one; 0, null and false claim nothing. A client can only copy them, and a code that means two things or an id that names nothing helps no client.',
  },
  'A-4-11': {
    says: 'Which assets have sub-resources: not shown; extension is a kind of group or a file type.',
    does: 'Every asset has at least one: a single file itself, a composite (`res_group`) one per part, in order. size is the sum over them.',
    why: 'Published elsewhere: sub-resources only for composites. But the samples of the document have files in subResList, and nothing else in the answer leads to the bytes of a single file.',
    variants: {
      always: 'every asset has sub-resources',
      composites: 'only composites have; for a single file subResList is empty and size stays',
    },
  },
  'A-21-1': {
    says: 'Meaning of the three lists: not shown.',
    does: 'successList has the atoms, successMaterialIdList their assets in the same order, failedList the ids that are no atoms; each id once. Ingesting twice gives the same asset. The acting user owns the new asset. Its times are the instant of the call; its file keeps those of the atom (A-id-1).',
    why: 'Two lists of successes suggest two kinds of ids, and a repeated call should be harmless.',
  },
  'A-13-1': {
    says: 'What E13 checks, handling of parts whose sizes do not add up to the declared size, states of an upload and its times: not shown.',
    does: 'Upload, path, and that exactly the parts that have arrived are listed with their etags, quotes and case ignored, in any order. They are merged by their numbers. Every part but the last must have at least 100 KiB. The call is refused when their sizes differ from the size that the upload was begun with. An upload is `open` from its creation, then `completed` (E13), `aborted` (by the caller) or `expired`; the last three are final. All times are those of the clock of the workspace, so that a clock moved forward expires uploads. An aborted or expired upload refuses parts and E13 with a code of its own.',
    why: 'That is how object stores complete an upload; without the sum a missing last part would go unnoticed.',
    variants: {
      refused: 'sizes that differ refuse the call',
      finding: 'answered, with the finding `size-differs-from-declared`',
    },
  },
  'A-13-3': {
    says: 'Completing an upload again: not shown.',
    does: 'The same call is checked as before and answers true again; nothing changes.',
    why: 'It makes a lost answer harmless.',
    variants: {
      'true-again': 'the same call answers true again',
      refused: 'a completed upload refuses the call',
    },
  },
  'A-16-1': {
    says: 'The lifecycle of an uploaded file: not shown; nor E16 with the path of an upload that is not completed, or of none, and the file behind the URLs of such an atom.',
    does: 'A path that names no upload makes an atom of the declared facts, with the finding `path-never-uploaded`, or with the error `path-in-other-form`, which names the path that was meant, where it differs from that of an upload only in form: a URL, leading slashes, a bucket, capitals, a bare file name, no extension. So does one that is taken by an upload whose parts are not merged yet, with `upload-not-completed`, and by one that was aborted or has expired, with `upload-ended`; the atom stays so when the upload is completed later. Its file is a placeholder of exactly the declared size: for PNG, JPEG, GIF, WebP and SVG a picture, of 800 x 600 pixels from 16 KiB on and of one pixel below (SVG always 800 x 600), for all else a sentence, and then zero bytes (line feeds in SVG). width and height are those of that picture. Where the declared size is below that of the smallest picture, the file is that picture and larger than size says, with the finding `size-below-picture`.',
    why: 'A client can be tested before its upload is written, and a download works. The findings tell a forgotten E13 from a wrong path.',
    variants: {
      placeholder: 'an atom of the declared facts',
      refused: 'every path without a completed upload refuses the call',
    },
  },
  'A-16-1.taken': {
    variants: {
      placeholder: 'a path that is taken by an upload without E13 makes an atom',
      refused: 'such a path refuses the call, and one that names no upload makes an atom',
    },
  },
  'A-16-2': {
    says: 'Which facts count for an uploaded file: not shown.',
    does: 'Size, media type, MD5 (uniMd5), dimensions and duration are read from the bytes of the file. wordNum is the number of words in a plain text, and null for every other file; width and height describe a picture as it is shown. A wrong declared size is refused; another declared type is the finding `type-differs-from-file`. Among kinds of text, and for bytes without a signature, the declared type or else the name decides; a type that always has a signature, without one, becomes application/octet-stream. Without a file the declared type counts, or else that of the name. `content_text` and `content_rtf` are refused: they are kinds of texts.',
    why: 'A wrong size is a defect of the client that should show early; a wrong type is often set by its platform.',
  },
  'A-5-1': {
    says: 'Meaning of finished: not shown.',
    does: 'false: tasks in progress; true: ended tasks; absent: both.',
    why: 'Published elsewhere: a list of to-dos has a switch that leaves out finished items when it is false. What true and absence mean is ours.',
    known: 'published elsewhere',
    variants: {
      both: 'an absent finished means both',
      unfinished: 'an absent finished means false',
    },
  },
  'A-5-2': {
    says: 'Order of the list, and on which side of createTimeForm it lies: not shown.',
    does: 'Tasks created at or after createTimeForm, oldest first, then in order of creation. Every user sees all tasks.',
    why: 'The name says "from", and a list that grows at its end can be read page by page.',
  },
  'A-5-3': {
    says: 'Allowed values of category: not shown; `APPROVAL` seen.',
    does: 'It is compared with the category of the task, which is `APPROVAL` for every task that E9 makes; another category answers an empty page, absent means all. processCategory is not compared.',
    why: 'It is a filter, and a filter that matches nothing is no error.',
    variants: {
      category: 'the category of the task',
      either: 'the category or the processCategory of the task',
      ignored: 'tasks of every category are listed',
    },
  },
  'A-9-1': {
    says: 'processName and approvalId of a task: where they come from is not shown.',
    does: 'It is the `name` of the request, or the name of the process definition if `name` is absent or empty. approvalId is the integer of E9 as text.',
    why: 'It lets a test find its own approval again.',
    variants: {
      name: 'the `name` of the request, else the name of the process definition',
      definition: 'the name of the process definition',
    },
  },
  'A-9-2': {
    says: 'When the tasks of an approval start, complete set of approvalStatus values of a task, transitions of tasks, allowed keys of assignees (`initiator`, `task1` and `task2` seen), and the meaning of an approval without tasks: not shown.',
    does: 'One task per key and assignee. Any key is a step; only `initiator` has a meaning of its own: it is done at creation and is no record. assignees must name at least one other key, with at least one user. task1 starts at once, each next key when the one before is approved. Keys are ordered by the number in them. IN_PROGRESS becomes APPROVED, REJECTED or WITHDRAWN by a decision, with endTime. When every task of a key is approved, those of the next key start, with that instant as their createTime; after the last key the approval is approved. A rejection or a withdrawal ends the approval: other tasks in progress become WITHDRAWN at the same instant; tasks that have not started never start and are never listed.',
    why: 'The numbers in the keys seen suggest steps. After one rejection no other decision is needed, and an approval without tasks could never be decided.',
    variants: { 'in-turn': 'one key after the other', 'at-once': 'all tasks start at creation' },
  },
  'A-9-5': {
    says: 'Meaning of the integer approvalStatus of an asset, whether an approval changes its updateTime and updateUser, whether an object may be in several approvals, and what ingestion beside them does: not shown.',
    does: '0: in no approval, or all were withdrawn; 1: an approval is in progress; 2: approved; 3: rejected. E9 sets 1 on the assets among its objects, the decision that ends the approval the rest. Whenever approvalStatus is set, updateTime is that instant, but never before createTime; updateUser is the submitter when the approval starts, and the assignee whose decision ends it. An object may be in several running approvals; the last change counts, but a withdrawal leaves what the others gave. An atom that is ingested while approvals name it becomes their asset at once, with the approvalStatus of the approval that changed last, withdrawn ones apart: by its end, or by its start while it is in progress; at one instant the newer approval counts. Assets of a seed have the status of the last change in their approvals, withdrawn ones apart; without approvals they have what the seed states, else 0. A seed that states what its approvals contradict is refused.',
    why: 'A client waits for the library to show the outcome, and an approval should follow its object. Refusing a second approval would be a rule that nothing shows.',
  },
  'A-9-7': {
    says: 'Meaning of objects: not shown.',
    does: 'They are ids of atoms and assets that exist and that both the submitter and the acting user see: assets by A-visibility-1, and every atom (A-auth-11); of an ingested one they must see the asset. Each counts once; an absent or empty list is legal. The records of approvals show them with their assets.',
    why: 'An approval of ingestion is about what is not in the library yet, and the samples of other operations do not tell which ids are meant.',
    variants: {
      'atoms-and-assets': 'ids of atoms and of assets',
      assets: 'ids of assets only',
      atoms: 'ids of atoms only, also of ingested ones',
      any: 'any numbers: they are kept, and those of atoms and assets have their effect, whoever sees them',
    },
  },
  'A-9-8': {
    says: 'What an approved ingestion does: not shown.',
    does: 'The decision that approves the last task ingests the atoms among the objects as E21 would, in order of their ids. The submitter owns the assets, and they get approvalStatus 2. A rejection or a withdrawal ingests nothing.',
    why: 'The operation is called an approval of ingestion, and the submitter asked for it.',
    variants: {
      ingested: 'the last approval ingests atoms',
      'not-ingested': 'atoms stay atoms until E21 ingests them',
    },
  },
  'A-9-9': {
    says: 'Which process definitions are allowed, processCategory of a task made by E9, and the allowed values of category: not shown; `RESOURCE_PUBLISHMENT` and `MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING` seen.',
    does: 'The definition must have the processCategory `RESOURCE_PUBLISHMENT`, which its tasks get; another one is refused. Every user named must exist; one who may not act is a finding. The category may be any text.',
    why: 'The approval is about publishing resources. The category seen beside it, `PORTAL_PUBLISHMENT`, is about contents of portals; a list of categories would be a guess.',
    variants: {
      'resource-publishment': 'definitions of `RESOURCE_PUBLISHMENT` only',
      any: 'any definition; tasks have its processCategory',
    },
  },
} as const satisfies Record<string, Assumption | Switch>
