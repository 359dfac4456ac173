import type { Assumption } from './assumption.ts'

/** Decisions about assets, atoms and ingestion. */
export const assetAssumptions = {
  'A-id-1': {
    shown:
      'How the id of an atom, the id of a sub-resource and the id of an asset are related: not shown.',
    does: 'A file has one id through its life: as atom of E16 and, after E21, as subResList[].id. Assets and files share one sequence, so that no id means two things; a seed that uses one twice is refused. E22 refuses the id of a file or an atom with what it is and what to use, E4 leaves it out and E21 fails the id of an asset, both with a finding. In a database of an earlier version an id can mean both: E4, E9 and E22 take the asset, E21 the atom, and a file gets a new id where its own is taken.',
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
    shown: 'Which assets a caller may see: not shown.',
    does: 'A user sees the assets that the user created, those with a right for the user, for the department of the user or one above it, or for everyone, and those in a collection that the user sees (A-1-5). Administrators see every asset. The creator, and users whose right has a role with downloads, may have the original; a collection alone lets a user view.',
    why: 'Adding an asset to a shared collection should share it.',
    known: 'invented',
    variants: {
      collections: 'creator, rights, and collections that hold the asset',
      rights: 'rights only',
    },
  },
  'A-visibility-2': {
    shown: 'Whether portal content follows the rights on its asset: not shown.',
    does: 'E6 and E11 leave out the content of an asset that the owner of the application does not see (A-6-7).',
    why: 'One rule for every operation that shows an asset.',
    known: 'invented',
    variants: {
      visible: 'content of a visible asset',
      published: 'every published content',
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
  'A-4-4': {
    shown: 'Fields of asset detail after the listed sub-resources: not shown.',
    does: 'None is answered.',
    why: 'A field that we make up could be mistaken for a real one.',
    known: 'invented',
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
    shown: 'The codes of a new asset: not shown.',
    does: 'A new asset has isDownload 1, isDam 1, scenarioVisibility `ALL_VISIBLE`, ruleCheckStatus `UNSUPPORTED_FORMAT`, and 0 in every other code; watermark, importUrl and customerLifeCycleRuleTagCode are empty. Seeds can say otherwise (A-4-8 to A-4-10).',
    why: 'Values of samples where they show one; 0 claims nothing.',
    known: 'invented',
  },
  'A-4-8': {
    shown:
      'Meaning of pdfStatus, and of ruleCheckStatusCode beside ruleCheckStatus, of which `UNSUPPORTED_FORMAT` is seen: not shown.',
    does: 'pdfStatus is 1 for a part whose media type is `application/pdf` and 0 for every other part. ruleCheckStatusCode 0 is `UNSUPPORTED_FORMAT`, and nothing else is; a seed may pair other statuses with other codes, one each. A seed that says otherwise is refused; data folders of earlier versions keep their numbers.',
    why: 'A code that means two things helps no client; no rule is checked here, so that no other status is needed.',
    known: 'invented',
  },
  'A-4-9': {
    shown: 'Meaning of the other numbers of an asset and its materialOrigin: not shown.',
    does: 'They are kept and answered, and no operation changes them or depends on them. In the built-in seeds importance and riskLevel are ranks from 0, not set, to 3; stickTop 1 is pinned; analysisStatus and assetTagStatus 1 are done; templateGenerateCount counts uses as a template; isDam 1 is an asset of the library, which all are; status, dummy and maplexStatus are 0 and mean nothing. isDownload says whether an asset is meant for download and is no right: downloadUrl follows the role of the caller (A-4-2).',
    why: 'A client can only copy them; an effect would be a guess about what it must handle.',
    known: 'invented',
  },
  'A-4-10': {
    shown:
      'Meaning of assetStatus, the counts and the ids of a sub-resource: not shown; most samples have null or none.',
    does: 'assetStatus is 0 and means nothing. textNum counts the characters of a text without its tags and spaces, wordNum its words, Han characters one each; picNum and videoNum the pictures and films in it; null means not counted. thumbnailAssetId and iconAssetId are files that stand for the part, damId is the asset that it was taken from, analysisAssetIds are the files that were analysed with it; a sub-resource that an operation makes has null in all four; a seed can name assets and files that exist.',
    why: 'The document shows integers or null, and an id that names nothing cannot be followed.',
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
  'A-4-12': {
    shown: 'Meaning of resType: not shown; 0 for files, 1 for text types in samples.',
    does: '1 for `content_text` and `content_rtf`, 0 for every file.',
    why: 'The samples show these two.',
    known: 'document',
  },
  'A-4-13': {
    shown:
      'dataRoleCode: value seen `ownerRole`; other codes, and meanings of editable, are not shown.',
    does: 'Roles are rows of the seed; the built-in ones are `ownerRole` and `editorRole`, with editable 1 and downloads, and `viewerRole`, with 0 and none. E21 gives `ownerRole` to the acting user.',
    why: 'A right needs to say who may change and who may only view.',
    known: 'invented',
  },
  'A-4-14': {
    shown:
      'picNum, videoNum, textNum, title, aliasName, keyName, publicRead and extension of a sub-resource: values not shown.',
    does: 'For a new file the three numbers, title and aliasName are null, publicRead is false, keyName is the last part of path, and extension what follows the last dot of the name, in lower case. Seeds can say otherwise.',
    why: 'null and false claim nothing; the rest follows from the request.',
    known: 'invented',
  },
  'A-21-1': {
    shown: 'Meaning of the three lists: not shown.',
    does: 'successList has the atoms, successMaterialIdList their assets in the same order, failedList the ids that are no atoms; each id once. Ingesting twice gives the same asset. The acting user owns the new asset.',
    why: 'Two lists of successes suggest two kinds of ids, and a repeated call should be harmless.',
    known: 'invented',
  },
  'A-21-2': {
    shown: 'The right to ingest an atom: not shown.',
    does: 'Every user who may write (A-auth-11) may ingest every atom, also those of other users.',
    why: 'Upload and ingestion are separate steps, which two users may share; no right on an atom is shown.',
    known: 'invented',
  },
} as const satisfies Record<string, Assumption>
