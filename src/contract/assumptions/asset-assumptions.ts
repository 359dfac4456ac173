import type { Assumption } from './assumption.ts'

/** Decisions about assets, atoms and ingestion. */
export const assetAssumptions = {
  'A-id-1': {
    shown:
      'How the id of an atom, the id of a sub-resource and the id of an asset are related: not shown.',
    does: 'A file has one id through its life: as atom of E16 and, after E21, as subResList[].id. Assets and files share one sequence, so that no id means two things; a seed that uses one twice is refused. E22 refuses the id of a file or an atom with what it is and what to use, E4 leaves it out and E21 fails the id of an asset, both with a finding.',
    why: 'Other pages call the id of the file assetId and that of the asset coreId; that the atom has the id of the file, and one sequence, are ours.',
    known: 'invented',
    variants: {
      refused:
        'an id of the other kind is refused, left out or failed, and the message or finding says what it is',
      accepted:
        'E4, E9 and E22 take the id of a file as that of its asset; E21 and E9 take that of an asset or file of the library as ingested',
    },
  },
  'A-visibility-1': {
    shown:
      'Which assets a caller may see, visibility of a collection, which archive groups a caller may see, and what gives the permission to add to a collection (code 10134011 without it): not shown.',
    does: 'A user sees the assets that the user created, those with a right for the user, for the department of the user or one above it, or for everyone, and those in a collection that the user sees. Administrators see every asset. The creator, and users whose right has a role with downloads, may have the original; a collection alone lets a user view. A collection is seen by its creator, by administrators, and by everybody with a right on it or on a collection above it: as a user, by department or as everyone. A path of an archive group that the user does not see is unknown. Its creator, administrators, and everybody with the right to add on the collection or on one above it may add, viewers excepted (A-auth-11). Others who see it get 10134011.',
    why: 'Adding an asset to a shared collection should share it. Rights that reach down a tree are what libraries have, and the right to add follows the right to see.',
    known: 'invented',
    variants: {
      collections: 'creator, rights, and collections that hold the asset',
      rights: 'rights only',
    },
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
    shown: 'downloadUrl is a string or null; when it is null is not shown.',
    does: 'downloadUrl is null for a caller that may only view; the other URLs stay.',
    why: 'Published elsewhere: it is absent when the caller may only view. That it is null then, and that the other URLs stay, is ours.',
    known: 'published elsewhere',
    variants: {
      'download-url': 'only downloadUrl is null',
      originals: 'downloadUrl, originalUrl, url and urlWithParam are null',
    },
  },
  'A-4-3': {
    shown:
      'collectionInfo is an array; tags a string; their content and the length of the array are not shown.',
    does: 'collectionInfo is `[{ id, groupName }]` of the collections that the caller sees, in order of ids, at most the first 50; tags are joined by commas.',
    why: 'The names are those of the collection itself. An asset may be in every collection, and a call asks for 1,000 assets.',
    known: 'invented',
  },
  'A-4-5': {
    shown:
      'Meanings of unitType, unitId and unitName in authInfoList: not shown. dataRoleCode: value seen `ownerRole`; other codes, and meanings of editable, are not shown.',
    does: 'unitType 1 is a user, 2 a department, 3 everyone, whose unitId is 0 and unitName `Everyone`. A right of a department holds for those below it. Roles are rows of the seed; the built-in ones are `ownerRole` and `editorRole`, with editable 1 and downloads, and `viewerRole`, with 0 and none. E21 gives `ownerRole` to the acting user.',
    why: 'The field is an integer, and a right needs a unit, and to say who may change and who may only view.',
    known: 'invented',
  },
  'A-4-6': {
    shown:
      'fileFormatType: values seen `content_text`, `content_rtf`, `picture`, `video`. Meaning of resType: not shown; 0 for files, 1 for text types in samples.',
    does: 'Beside them `audio`, `font`, `design`, `sheet`, `web`, `archive` and, for the rest, `document`, by media type. resType is 1 for `content_text` and `content_rtf`, 0 for every file.',
    why: 'The kinds of assets that are published elsewhere, in words like those seen; the samples show these two numbers.',
    known: 'invented',
  },
  'A-4-7': {
    shown:
      'Meaning of numeric codes of an asset, its materialOrigin and a sub-resource, and the codes of new ones: not shown; `UNSUPPORTED_FORMAT` is seen as ruleCheckStatus beside ruleCheckStatusCode. Of assetStatus, the counts and the ids of a sub-resource most samples have null or none. Values of title, aliasName, keyName, publicRead and extension: not shown.',
    does: 'A new asset has isDownload 1, isDam 1, scenarioVisibility `ALL_VISIBLE`, ruleCheckStatus `UNSUPPORTED_FORMAT`, and 0 in every other code; watermark, importUrl and customerLifeCycleRuleTagCode are empty. In a new file picNum, videoNum, textNum, title and aliasName are null, publicRead is false, keyName is the last part of path, and extension what follows the last dot of the name, in lower case. Seeds can say otherwise; no operation changes these values or depends on them. pdfStatus is 1 for a part whose media type is `application/pdf` and 0 for every other part. ruleCheckStatusCode 0 is `UNSUPPORTED_FORMAT`; a seed may pair other statuses with other codes, one each. In the built-in seeds importance and riskLevel are ranks from 0, not set, to 3; stickTop 1 is pinned; analysisStatus and assetTagStatus 1 are done; templateGenerateCount counts uses as a template; isDam 1 is an asset of the library, which all are; status, dummy, maplexStatus and assetStatus are 0 and mean nothing. isDownload says whether an asset is meant for download and is no right (A-4-2). textNum counts the characters of a text without its tags and spaces, wordNum its words, Han characters one each; picNum and videoNum the pictures and films in it; null means not counted. thumbnailAssetId and iconAssetId are files that stand for the part, damId is the asset that it was taken from, analysisAssetIds are the files that were analysed with it: null, unless a seed names assets and files that exist.',
    why: 'Values of samples where they show one; 0, null and false claim nothing. A client can only copy them, and a code that means two things or an id that names nothing helps no client.',
    known: 'invented',
  },
  'A-4-11': {
    shown:
      'Which assets have sub-resources: not shown; extension is a kind of group or a file type.',
    does: 'Every asset has at least one: a single file itself, a composite (`res_group`) one per part, in order. size is the sum over them.',
    why: 'Published elsewhere: sub-resources only for composites. But the samples of the document have files in subResList, and nothing else in the answer leads to the bytes of a single file.',
    known: 'invented',
    variants: {
      always: 'every asset has sub-resources',
      composites: 'only composites have; for a single file subResList is empty and size stays',
    },
  },
  'A-21-1': {
    shown: 'Meaning of the three lists: not shown.',
    does: 'successList has the atoms, successMaterialIdList their assets in the same order, failedList the ids that are no atoms; each id once. Ingesting twice gives the same asset. The acting user owns the new asset.',
    why: 'Two lists of successes suggest two kinds of ids, and a repeated call should be harmless.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
