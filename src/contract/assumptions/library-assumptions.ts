import type { Assumption, Switch } from './assumption.ts'

/** Decisions about collections and the archive, assets and atoms, uploads, and approvals. */
export const libraryAssumptions = {
  'A-1-1': {
    says: 'Allowed values of scope are not shown; it is 0 in samples.',
    does: '0 or absent: all visible collections; 1: created by me; 2: shared with me (visible, created by somebody else); 3: collected by me. The server refuses other values.',
    why: 'These are the tabs of a library page.',
    variants: {
      refused: 'another scope is refused',
      everything: 'another scope counts as 0, with a finding',
    },
  },
  'A-1-2': {
    says: 'Allowed values of sort, the default ordering and the order of names are not shown; `createTime` and `desc` seen.',
    does: 'Fields are `createTime`, `updateTime`, `groupName`, `itemCount`, `default`; directions are `asc` and `desc`. Without them, the newest come first. Ties are ordered by id in the same direction. Names are ordered by code points after case folding, in every language.',
    why: '`default` is published for the newer search, but not its meaning; the others are all response fields that can order a list. The order of names is the same on every machine.',
    variants: {
      refused: 'another field or direction is refused',
      default: 'another field or direction counts as `default`',
    },
  },
  'A-1-2.names': {
    variants: {
      folded: 'the order of names ignores case',
      exact: 'names are ordered by code points as written, capitals first',
    },
  },
  'A-1-4': {
    says: 'thunders is nullable thumbnail data; its form is not shown.',
    does: 'thunders is null.',
    why: 'null is the only value with a known form.',
    variants: {
      null: 'null',
      addresses: 'signed preview URLs of the first four assets that the acting user sees',
    },
  },
  'A-1-6': {
    says: 'Whether itemCount and groupCount count invisible assets and collections is not shown. belongId is an owner scope identifier, hasCollected a boolean, and status of a collection 0 in samples; their meanings and transitions are not shown.',
    does: 'itemCount counts all assets in the collection, groupCount all children. belongId is the id of the user who created the collection, and status is 0, unless a seed sets another value. hasCollected is true if the acting user has collected the collection. Seeds set it (`collectedBy`). No operation changes belongId, status or hasCollected.',
    why: 'Users could not compare counts that depend on the user. The document has no operation that collects or changes a status. The creator owns whatever nobody else was given.',
  },
  'A-1-7': {
    says: 'The document does not show how keywordList and parentGroupId select, whether a name must match one keyword or all, or the response for a parentGroupId that is not a collection or that the caller may not see.',
    does: 'A collection matches if its name contains any of the keywords, ignoring case. Empty keywords are ignored. parentGroupId 0 is the root level; without parentGroupId, all levels are searched. With a keyword, the search covers the whole subtree below the parent; without one, only the direct children. An id that is not a collection, such as the id of an asset, has no children, with a finding. Below a collection that the caller does not see, the search returns the collections that the caller sees.',
    why: 'In a list of alternatives, another keyword finds more. Browsing shows a level, searching covers everything below, and a search that finds nothing is not a mistake.',
    variants: { any: 'one keyword is enough', all: 'the name includes every keyword' },
  },
  'A-1-7.parent': {
    variants: {
      empty: 'an unknown parent has no children',
      refused: 'the call is refused if the parent is unknown or invisible',
    },
  },
  'A-1-12': {
    says: 'parentId and rootId of a root collection are not shown.',
    does: 'parentId is 0, and rootId is its own id.',
    why: 'This way rootId finds a whole tree, including its root.',
    variants: { own: 'rootId of a root is its own id', zero: 'rootId of a root is 0' },
  },
  'A-17-1': {
    says: 'groupPath is an array of paths; how they match is not shown.',
    does: 'Groups are returned in the order of the paths, each once. Unknown paths and roots are left out. An empty or absent list means all non-root groups, in order of ids.',
    why: 'The operation lists non-root groups.',
    variants: {
      'left-out': 'unknown paths are left out',
      refused: 'the call is refused for the first unknown path',
    },
  },
  'A-17-2': {
    says: 'groupId of an archive group: how it relates to collections is not shown.',
    does: 'Archive groups are the asset collections below a root that is an archive. groupId is an id for E1 and E22, and rootId is the id of the root.',
    why: 'The document lists the look-up with the operations of collections. That E1 and E22 take the id, and that the roots are archives, is ours.',
    variants: {
      collections: 'archive groups are asset collections',
      own: 'separate groups: E17 returns all of them to everyone; E1, E4 and E22 know neither them nor their roots',
    },
  },
  'A-17-3': {
    says: 'path is a slash-separated path of group codes. What the code of a group is, and whether two groups can have the same path, is not shown.',
    does: 'The code of a group is its name, so path has the names from the root down and ends with name. Case matters. Two roots may have the same code; E17 then returns the groups of both, in order of ids. Within a root, a path is unique.',
    why: 'In published samples the last part of path is name. That case matters is ours. path does not identify the root, but rootId does.',
    known: 'published elsewhere',
  },
  'A-22-1': {
    says: 'The response on success is not shown.',
    does: 'The response is the envelope with result true.',
    why: 'The other writing operations return this.',
    variants: { true: 'the result is true', null: 'the result is null' },
  },
  'A-22-2': {
    says: 'Handling of unknown ids and of assets that are already in the collection is not shown.',
    does: 'All or nothing: the server refuses the call if an asset is unknown or invisible to the acting user. An asset already in the collection stays once. itemCount is updated.',
    why: 'A half-done batch is hard to repair.',
    variants: {
      'all-or-nothing': 'the call is refused if an asset is unknown',
      'known-only': 'unknown assets are skipped, with a finding',
    },
  },
  'A-22-3': {
    says: 'Code 10134011 is for a caller without permission. The response for a collection that the caller may not see is not shown.',
    does: 'The code is 10134011, as for every collection that exists. Only an id that does not exist is unknown.',
    why: "The document's code fits, and a test should be able to tell a wrong id from a missing right.",
    variants: {
      'no-permission': '10134011, as without the right to add',
      unknown: 'a collection that the caller does not see is unknown',
    },
  },
  'A-22-4': {
    says: 'Whether adding changes updateTime and updateUser is not shown.',
    does: 'If the call added anything, updateTime and updateUser of the collection become the time and the acting user of the call. The updateTime and updateUser of the assets do not change.',
    why: 'The content of the collection changed, but the content of the assets did not.',
    variants: {
      added: 'they change if the call added anything',
      'every-call': 'they change with every call that succeeds',
    },
  },
  'A-id-1': {
    says: 'How the id of an atom, the id of a sub-resource and the id of an asset are related is not shown.',
    does: 'A file keeps one id and one createTime: as an atom of E16 and, after E21, in subResList. Assets and files share one sequence, so an id never has two meanings; a seed that uses an id twice is refused. E22 refuses the id of a file or an atom and says which id to use. E4 leaves such an id out, and E21 lists the id of an asset as failed, both with a finding.',
    why: 'Other pages call the id of the file assetId and the id of the asset coreId. That the atom has the id of the file, and that there is one sequence, is ours.',
    variants: {
      refused:
        'an id of the other kind is refused, left out or failed, and the message or finding says what it is',
      accepted:
        'E4, E9 and E22 accept the id of a file for its asset; E21 and E9 treat the id of an asset or file in the library as ingested',
    },
  },
  'A-visibility-1': {
    says: 'The document does not show which assets, collections and archive groups a caller may see, or what gives the permission to add to a collection (code 10134011 without it).',
    does: 'A user sees own assets, assets with a right for the user, for the department of the user or one above it, or for everyone, and assets in a visible collection. Administrators see every asset. The creator, and users with a right whose role allows downloads, may download; a collection only lets a user view. A collection is visible to its creator, administrators, and everybody with a right on it or on a collection above it (for a user, a department or everyone). The path of an invisible archive group counts as unknown. The creator, administrators, and everybody with the right to add on the collection or on one above it may add, except viewers (A-auth-11). Others who see it get 10134011.',
    why: 'Adding an asset to a shared collection should share it. Libraries usually have rights that apply to a whole tree, and the right to add works like the right to see.',
    variants: {
      collections: 'creator, rights, and collections that hold the asset',
      rights: 'rights only',
    },
  },
  'A-4-1': {
    says: 'The response for ids that do not exist, or that the caller may not see, is not shown.',
    does: 'The server leaves out these ids and returns the other assets in the order of the request, each once.',
    why: 'A batch query should not fail because of one id.',
    variants: {
      'left-out': 'these ids are left out',
      refused: 'the call is refused for the first of these ids',
    },
  },
  'A-4-2': {
    says: 'downloadUrl is a string or null; when it is null is not shown.',
    does: 'downloadUrl is null for a caller who may only view; the other URLs remain.',
    why: 'Published elsewhere: downloadUrl is absent if the caller may only view. That it is null instead, and that the other URLs remain, is ours.',
    known: 'published elsewhere',
    variants: {
      'download-url': 'only downloadUrl is null',
      originals: 'downloadUrl, originalUrl, url and urlWithParam are null',
    },
  },
  'A-4-3': {
    says: 'collectionInfo is an array and tags a string. Their content and the length of the array are not shown.',
    does: 'collectionInfo is `[{ id, groupName }]` with at most the first 50 collections that the caller sees, in order of ids. tags is a text of all tags, joined by commas.',
    why: 'The names come from the collection itself. An asset may be in every collection, and a call can ask for 1,000 assets.',
  },
  'A-4-5': {
    says: 'The document does not show the meanings of unitType, unitId and unitName in authInfoList, values of dataRoleCode except `ownerRole`, or the meanings of editable.',
    does: 'unitType is 1 for a user, 2 for a department, 3 for everyone (unitId 0, unitName `Everyone`). A right of a department also applies to the departments below it. Roles are rows of the seed. The built-in roles are `ownerRole` and `editorRole`, with editable 1 and downloads, and `viewerRole`, with editable 0 and no downloads. E21 gives `ownerRole` to the acting user.',
    why: 'The field is an integer. A right needs a unit and must say who may change and who may only view.',
  },
  'A-4-6': {
    says: 'Values of fileFormatType seen: `content_text`, `content_rtf`, `picture`, `video`. The meaning of resType is not shown; samples have 0 for files and 1 for text types.',
    does: 'Other values are `audio`, `font`, `design`, `sheet`, `web`, `archive` and, for the rest, `document`, by media type. resType is 1 for `content_text` and `content_rtf`, and 0 for every file.',
    why: 'The kinds of assets are published elsewhere, and the words resemble the seen ones. The samples show these two numbers.',
  },
  'A-4-7': {
    says: 'The meanings of numeric codes of an asset, its materialOrigin and a sub-resource, and the codes of new ones, are not shown. `UNSUPPORTED_FORMAT` is seen as ruleCheckStatus next to ruleCheckStatusCode. assetStatus, the counts and the ids of a sub-resource are null or absent in most samples. Values of title, aliasName, keyName, publicRead and extension are not shown.',
    does: 'A new asset has isDownload 1, isDam 1, scenarioVisibility `ALL_VISIBLE`, ruleCheckStatus `UNSUPPORTED_FORMAT`, and 0 in every other code; watermark, importUrl and customerLifeCycleRuleTagCode are empty. In a new file, picNum, videoNum, textNum, title and aliasName are null, and publicRead is false. keyName is the last part of path. extension is the text after the last dot of the name, in lower case. Seeds can set other values; no operation changes or depends on them. materialOrigin repeats the times and users of its asset. pdfStatus is 1 for parts with media type `application/pdf` and 0 for others. ruleCheckStatusCode 0 is `UNSUPPORTED_FORMAT`; a seed may pair each other status with one other code. In the built-in seeds: images have 1, `PASSED`, or 2, `NOT_PASSED`; scenarioVisibility is `PARTLY_VISIBLE` for assets without a right for everyone; importance and riskLevel are ranks from 0 (not set) to 3; stickTop 1 is pinned; analysisStatus and assetTagStatus 1 are done; templateGenerateCount counts uses as a template; isDam is 1 (an asset of the library) for all; status, dummy, maplexStatus and assetStatus are 0 and mean nothing. isDownload 1 means meant for download; it is not a right (A-4-2). For a text, textNum counts characters without tags and spaces, wordNum words (each Han character is one), picNum images and videoNum videos; null means not counted. thumbnailAssetId and iconAssetId are files that represent the part, damId is the asset that it was taken from, and analysisAssetIds are files analyzed with it; all are null, unless a seed names existing assets and files.',
    why: 'Where samples show a value, the server uses it; 0, null and false claim nothing. A client can only copy these values. A code with two meanings, or an id that refers to nothing, helps no client.',
  },
  'A-4-11': {
    says: 'Which assets have sub-resources is not shown; extension is a kind of group or a file type.',
    does: 'Every asset has at least one sub-resource: a single file has itself, a composite (`res_group`) has one for each part, in order. size is the sum of their sizes.',
    why: 'Published elsewhere: only composites have sub-resources. But the samples in the document have files in subResList, and nothing else in the response leads to the bytes of a single file.',
    variants: {
      always: 'every asset has sub-resources',
      composites:
        'only composites have sub-resources; for a single file, subResList is empty and size stays the same',
    },
  },
  'A-21-1': {
    says: 'The meaning of the three lists is not shown.',
    does: 'successList has the atoms, successMaterialIdList their assets in the same order, and failedList the ids that are not atoms; each id once. Ingesting an atom twice returns the same asset. The acting user owns the new asset. Its times are the instant of the call; its file keeps the times of the atom (A-id-1).',
    why: 'Two lists of successes suggest two kinds of ids, and repeating a call should be harmless.',
  },
  'A-13-1': {
    says: 'The document does not show what E13 checks, handling of parts whose sizes do not add up to the declared size, or the states and times of an upload.',
    does: 'E13 checks the upload, the path, and that the list has exactly the parts that have arrived, with their etags (ignoring quotes and case), in any order. The server merges the parts by number. Every part except the last must have at least 100 KiB. The server refuses the call if the sum of the sizes differs from the declared size of the upload. An upload is `open` after its creation, then `completed` (E13), `aborted` (by the caller) or `expired`; the last three are final. All times are by the clock of the workspace, so moving the clock forward expires uploads. For an aborted or expired upload, the server refuses parts and E13 with a separate code.',
    why: 'Object stores complete uploads like this. Without the check of the sum, a missing last part would go unnoticed.',
    variants: {
      refused: 'the call is refused if the sizes differ',
      finding: 'the call succeeds, with the finding `size-differs-from-declared`',
    },
  },
  'A-13-3': {
    says: 'Completing an upload again is not shown.',
    does: 'The server checks the repeated call as before and returns true again; nothing changes.',
    why: 'A client that lost the response can repeat the call.',
    variants: {
      'true-again': 'the repeated call returns true again',
      refused: 'the call is refused if the upload is completed',
    },
  },
  'A-16-1': {
    says: 'The lifecycle of an uploaded file is not shown, nor E16 with the path of an uncompleted upload or of no upload, nor the file behind the URLs of the resulting atom.',
    does: 'If a path has no upload, the server creates an atom from the declared facts, with the finding `path-never-uploaded`. If the path differs from the path of an upload only in form (a URL, leading slashes, a bucket, capitals, a bare file name, no extension), the finding is the error `path-in-other-form` instead, which names the correct path. A path of an upload whose parts are not merged yet also gets an atom, with `upload-not-completed`; a path of an aborted or expired upload gets one with `upload-ended`. Completing the upload later does not change the atom. Its file is a placeholder of exactly the declared size. For PNG, JPEG, GIF, WebP and SVG it is an image, with 800 x 600 pixels from 16 KiB on and one pixel below this size (SVG always 800 x 600); for all other types it is a sentence. Zero bytes (line feeds in SVG) fill the rest. width and height are those of the image, which is its own preview. If the declared size is smaller than the smallest image, the file is this image and larger than size, with the finding `size-below-picture`.',
    why: 'A client can be tested before its upload code exists, and downloads work. The findings distinguish a forgotten E13 from a wrong path.',
    variants: {
      placeholder: 'the server creates an atom from the declared facts',
      refused: 'the server refuses every path without a completed upload',
    },
  },
  'A-16-1.taken': {
    variants: {
      placeholder: 'the path of an upload without E13 gets an atom',
      refused:
        'the path of an upload without E13 is refused; a path without an upload gets an atom',
    },
  },
  'A-16-2': {
    says: 'Which facts count for an uploaded file is not shown.',
    does: 'The server reads size, media type, MD5 (uniMd5), dimensions and duration from the bytes of the file. wordNum is the number of words in a plain text, and null for every other file. width and height are the size of an image or video as displayed. A wrong declared size is refused; a wrong declared type is the finding `type-differs-from-file`. Without a file, or if its bytes are text or have no signature, the declared type counts, or else the name; for bytes, a type that always has a signature becomes application/octet-stream. `content_text`, `content_rtf`, `content_url` and `res_group` are refused, and never an extension.',
    why: 'A wrong size is a defect of the client that should show early; a wrong type is often set by its platform.',
  },
  'A-5-1': {
    says: 'The meaning of finished is not shown.',
    does: 'false returns tasks in progress, true ended tasks. Without finished, both are returned.',
    why: 'Published elsewhere: a to-do list has a switch that leaves out finished items if it is false. The meaning of true and of an absent field is ours.',
    known: 'published elsewhere',
    variants: {
      both: 'an absent finished means both',
      unfinished: 'an absent finished means false',
    },
  },
  'A-5-2': {
    says: 'The order of the list, and whether tasks before or after createTimeForm are returned, is not shown.',
    does: 'The list has tasks created at or after createTimeForm, oldest first, then in order of creation. Every user sees all tasks.',
    why: 'The name says "from", and a client can page through a list that grows at its end.',
  },
  'A-5-3': {
    says: 'Allowed values of category are not shown; `APPROVAL` seen.',
    does: 'category is compared with the category of the task, which is `APPROVAL` for every task of E9. Another category returns an empty page; without category, all tasks are returned. processCategory is not compared.',
    why: 'It is a filter, and a filter without matches is not an error.',
    variants: {
      category: 'it must equal the category of the task',
      either: 'it must equal the category or the processCategory of the task',
      ignored: 'tasks of every category are listed',
    },
  },
  'A-9-1': {
    says: 'Where processName and approvalId of a task come from is not shown.',
    does: 'processName is the `name` of the request, or the name of the process definition if `name` is absent or empty. approvalId is the integer from E9 as text.',
    why: 'A test can find its own approval this way.',
    variants: {
      name: 'the `name` of the request, or else the name of the process definition',
      definition: 'the name of the process definition',
    },
  },
  'A-9-2': {
    says: 'The document does not show when the tasks of an approval start, the complete set of approvalStatus values of a task, transitions of tasks, allowed keys of assignees (`initiator`, `task1` and `task2` seen), or the meaning of an approval without tasks.',
    does: 'An approval has one task for each key and assignee. Any key is a step. Only `initiator` has a special meaning: it is done at creation and has no record. assignees must have at least one other key, with at least one user. Keys are ordered by the number in them. The first key starts at once, each next key when the previous one is approved. A decision changes IN_PROGRESS to APPROVED, REJECTED or WITHDRAWN and sets endTime. When every task of a key is approved, the tasks of the next key start, with this instant as createTime; after the last key, the approval is approved. A rejection or a withdrawal ends the approval: other tasks in progress become WITHDRAWN at the same instant, and tasks that have not started never start and are never listed.',
    why: 'The numbers in the keys suggest steps. After one rejection no other decision is needed, and nobody could decide an approval without tasks.',
    variants: { 'in-turn': 'one key after the other', 'at-once': 'all tasks start at creation' },
  },
  'A-9-5': {
    says: 'The document does not show the meaning of the integer approvalStatus of an asset, whether an approval changes its updateTime and updateUser, whether an object may be in several approvals, or the effect of ingestion during an approval.',
    does: '0: in no approval, or all were withdrawn; 1: an approval is in progress; 2: approved; 3: rejected. E9 sets 1 on the assets among its objects; the decision that ends the approval sets the other values. When approvalStatus is set, updateTime becomes this instant, but never before createTime. updateUser becomes the submitter when the approval starts, and the assignee whose decision ends it. An object may be in several running approvals; the last change counts, but a withdrawal keeps the status from other approvals. If an atom is ingested while approvals name it, its asset becomes their object at once. The approvalStatus comes from the approval that changed last, except withdrawn ones: an ended approval changed at its end, one in progress at its start; at the same instant, the newer approval counts. The status of seed assets comes from their approvals in the same way; without approvals, it is the status in the seed, or else 0. A seed with a status that contradicts its approvals is refused.',
    why: 'A client waits for the library to show the result, and an approval should follow its object. The document shows no rule against a second approval.',
  },
  'A-9-7': {
    says: 'The meaning of objects is not shown.',
    does: 'objects are ids of existing atoms and assets that both the submitter and the acting user see: assets by A-visibility-1, and every atom (A-auth-11), except ingested ones with an asset that they do not see. Duplicates count once. An absent or empty list is legal. Approval records show the objects with their assets.',
    why: 'An ingestion approval concerns objects that are not in the library yet. The samples of other operations do not show which ids are meant.',
    variants: {
      'atoms-and-assets': 'ids of atoms and of assets',
      assets: 'ids of assets only',
      atoms: 'ids of atoms only, including ingested ones',
      any: 'any numbers are stored; ids of atoms and assets have their effect, no matter who sees them',
    },
  },
  'A-9-8': {
    says: 'The effect of an approved ingestion is not shown.',
    does: 'The decision that approves the last task ingests the atoms among the objects as E21 would, in order of their ids. The submitter owns the assets, and their approvalStatus is 2. A rejection or a withdrawal ingests nothing.',
    why: 'The operation is called an approval of ingestion, and the submitter asked for it.',
    variants: {
      ingested: 'the last approval ingests atoms',
      'not-ingested': 'atoms stay atoms until E21 ingests them',
    },
  },
  'A-9-9': {
    says: 'Which process definitions are allowed, the processCategory of a task from E9, and the allowed values of category are not shown; `RESOURCE_PUBLISHMENT` and `MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING` seen.',
    does: 'The definition must have the processCategory `RESOURCE_PUBLISHMENT`, which its tasks get; others are refused. Every user in the request must exist; a user who may not act is a finding. category may be any text.',
    why: 'The approval is about publishing resources. The other seen category, `PORTAL_PUBLISHMENT`, is about contents of portals. A list of categories would be a guess.',
    variants: {
      'resource-publishment': 'definitions of `RESOURCE_PUBLISHMENT` only',
      any: 'any definition; tasks have its processCategory',
    },
  },
} as const satisfies Record<string, Assumption | Switch>
