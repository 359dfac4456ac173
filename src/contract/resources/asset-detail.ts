import { type Static, Type } from '@sinclair/typebox'
import { invented, shown } from '../known-field.ts'
import { ClosedObject, Count, EpochMs, Id, Int, NullableInt, NullableText } from './primitives.ts'

/** `materialOrigin` of an asset. */
export const MaterialOrigin = ClosedObject(
  {
    isDownload: shown(Int, '1: meant for download; 0: not. It is no right.', 'A-4-7'),
    riskLevel: shown(Int, 'Risk; in the built-in seeds a rank from 0, not set, to 3.', 'A-4-7'),
    watermark: shown(Type.String(), 'Watermark; empty for a new asset.', 'A-4-7'),
    updateUser: shown(Id, 'Id of the user who changed the asset last.', 'A-9-5'),
    templateGenerateCount: shown(Int, 'How often it was used as a template.', 'A-4-7'),
    updateTime: shown(EpochMs, 'When it was changed last, epoch milliseconds.', 'A-9-5'),
    stickTop: shown(Int, '1: pinned; 0: not.', 'A-4-7'),
    dummy: shown(Int, 'Numeric code, 0 in the built-in seeds.', 'A-4-7'),
    assetTagStatus: shown(Int, 'State of tagging; 1 is done in the built-in seeds.', 'A-4-7'),
    createTime: shown(EpochMs, 'When it was created, epoch milliseconds.'),
    maplexStatus: shown(Int, 'Numeric code, 0 in the built-in seeds.', 'A-4-7'),
    createUser: shown(Id, 'Id of the user who created it.'),
    isDam: shown(Int, '1: an asset of the library.', 'A-4-7'),
    coreId: shown(Id, 'Id of the asset.', 'A-11-2'),
    id: shown(Id, 'Id of the asset, the same as coreId.', 'A-id-1'),
    importUrl: shown(
      Type.String(),
      'URL that it was imported from; empty for other assets.',
      'A-4-7',
    ),
    scenarioVisibility: shown(Type.String(), 'Visibility; seen: `ALL_VISIBLE`.', 'A-4-7'),
    ruleCheckStatusCode: shown(Int, 'Code of ruleCheckStatus; 0 is `UNSUPPORTED_FORMAT`.', 'A-4-7'),
    analysisStatus: shown(Int, 'State of analysis; 1 is done in the built-in seeds.', 'A-4-7'),
    ruleCheckStatus: shown(
      Type.String(),
      'State of the rule check; seen: `UNSUPPORTED_FORMAT`.',
      'A-4-7',
    ),
    status: shown(Int, 'Numeric code, 0 in the built-in seeds.', 'A-4-7'),
  },
  { title: 'MaterialOrigin', description: '`materialOrigin` of an asset.' },
)

/** Element of `authInfoList`: a role of a unit on the asset. */
export const AuthInfo = ClosedObject(
  {
    unitType: shown(Int, '1: a user; 2: a department; 3: everyone.', 'A-4-5'),
    unitId: shown(Id, 'Id of the unit; 0 for everyone.', 'A-4-5'),
    unitName: shown(Type.String(), 'Name of the unit; `Everyone` for everyone.', 'A-4-5'),
    dataRoleId: shown(Id, 'Id of the role.', 'A-4-5'),
    dataRoleName: shown(Type.String(), 'Name of the role.', 'A-4-5'),
    dataRoleCode: shown(Type.String(), 'Code of the role; seen: `ownerRole`.', 'A-4-5'),
    editable: shown(Int, '1: the role may edit; 0: it may not.', 'A-4-5'),
    materialId: shown(Id, 'Id of the asset.'),
  },
  { title: 'AuthInfo', description: 'A role of a user, department or dimension on the asset.' },
)
export type AuthInfo = Static<typeof AuthInfo>

/** Element of `subResList`; `duration` in milliseconds, `size` in bytes. */
export const SubResource = ClosedObject(
  {
    thumbnailOriginWidth: shown(
      NullableInt,
      'Width of the picture that previews are made of, in pixels; null when it is not known.',
    ),
    thumbnailOriginHeight: shown(
      NullableInt,
      'Height of the picture that previews are made of, in pixels; null when it is not known.',
    ),
    extension: shown(
      Type.String(),
      'File format, in lower case; `content_text` and `content_rtf` for texts.',
      'A-4-7',
    ),
    downloadUrl: shown(
      NullableText,
      'Signed URL to save the file; null for a caller who may only view.',
      'A-4-2',
      'A-file-1',
    ),
    picNum: shown(NullableInt, 'Number of pictures in a text; null: not counted.', 'A-4-7'),
    videoNum: shown(NullableInt, 'Number of films in a text; null: not counted.', 'A-4-7'),
    textNum: shown(NullableInt, 'Number of characters of a text; null: not counted.', 'A-4-7'),
    wordNum: shown(NullableInt, 'Number of words; null: not counted.', 'A-4-7'),
    uniMd5: shown(NullableText, 'MD5 of the bytes, 32 hex digits; null when there are no bytes.'),
    fileFormatType: shown(
      Type.String(),
      'Kind of file; seen: `content_text`, `content_rtf`, `picture`, `video`.',
      'A-4-6',
    ),
    thunder: shown(
      NullableText,
      'Signed URL of a preview of at most 400 x 400 pixels, or null.',
      'A-file-3',
    ),
    thunderOrigin: shown(
      NullableText,
      'Signed URL of a preview of at most 1600 x 1600 pixels, or null.',
      'A-file-3',
    ),
    iconThunder: shown(
      NullableText,
      'Signed URL of a preview of at most 128 x 128 pixels, or null.',
      'A-file-3',
    ),
    title: shown(NullableText, 'Title, or null.', 'A-4-7'),
    type: shown(
      Type.String(),
      'Media type, or the kind of a text; seen: `content_text`, `content_rtf`, `image/png`, `video/mp4`.',
      'A-16-2',
    ),
    duration: shown(
      NullableInt,
      'Duration in milliseconds; null for what does not play.',
      'A-16-2',
    ),
    pdfStatus: shown(Int, '1: a PDF; 0: another file.', 'A-4-7'),
    path: shown(Type.String(), 'Path of the file.'),
    transformPreviewUrl: shown(NullableText, 'Signed URL of a preview, or null.', 'A-file-3'),
    id: shown(Id, 'Id of the file.', 'A-id-1'),
    publicRead: shown(Type.Boolean(), 'Whether everybody may read the file.', 'A-4-7'),
    thumbnailAssetId: shown(NullableInt, 'Id of the file that is its thumbnail, or null.', 'A-4-7'),
    iconAssetId: shown(NullableInt, 'Id of the file that is its icon, or null.', 'A-4-7'),
    damId: shown(NullableInt, 'Id of the asset that it was taken from, or null.', 'A-4-7'),
    height: shown(NullableInt, 'Height in pixels; null for what has no height.', 'A-16-2'),
    width: shown(NullableInt, 'Width in pixels; null for what has no width.', 'A-16-2'),
    aliasName: shown(NullableText, 'Second name, or null.', 'A-4-7'),
    resType: shown(Int, '0: a file; 1: a text.', 'A-4-6'),
    keyName: shown(Type.String(), 'Last part of path.', 'A-4-7'),
    updateTime: shown(NullableInt, 'When it was changed last, epoch milliseconds, or null.'),
    createTime: shown(NullableInt, 'When it was created, epoch milliseconds, or null.'),
    baseTextUpdateTime: shown(
      NullableInt,
      'When baseText was changed last, epoch milliseconds; null without a text.',
    ),
    originalUrl: shown(NullableText, 'Signed URL to show the file, or null.', 'A-4-2', 'A-file-1'),
    url: shown(NullableText, 'Signed URL to show the file, or null.', 'A-4-2', 'A-file-1'),
    urlWithParam: shown(NullableText, 'Signed URL to show the file, or null.', 'A-4-2', 'A-file-1'),
    analysisAssetIds: shown(
      Type.Union([Type.Null(), Type.Array(Type.Unknown())]),
      'Ids of the files that were analysed with it, or null.',
      'A-4-7',
    ),
    size: shown(Count, 'Size in bytes.', 'A-16-2'),
    name: shown(Type.String(), 'Name of the file.'),
    assetStatus: shown(Int, 'Numeric code, 0 in the built-in seeds.', 'A-4-7'),
    baseText: shown(NullableText, 'Text or HTML of a text; null for files.'),
  },
  {
    title: 'SubResource',
    description: 'A file of the asset; `duration` in milliseconds, `size` in bytes.',
  },
)
export type SubResource = Static<typeof SubResource>

const CollectionInfo = ClosedObject(
  {
    id: invented(Id, 'Id of the collection.', 'A-4-3'),
    groupName: invented(Type.String(), 'Name of the collection.', 'A-4-3'),
  },
  { description: 'A collection that holds the asset.' },
)

/** Asset detail (document, "Asset detail"); `size` in bytes. */
export const AssetDetail = ClosedObject(
  {
    approvalStatus: shown(
      Int,
      '0: in no approval; 1: an approval is in progress; 2: approved; 3: rejected.',
      'A-9-5',
    ),
    materialOrigin: shown(MaterialOrigin, 'Origin, numeric codes and instants of the asset.'),
    extension: shown(
      Type.String(),
      'Kind of group or file type; `res_group` for a composite.',
      'A-4-11',
    ),
    importance: shown(
      Int,
      'Importance; in the built-in seeds a rank from 0, not set, to 3.',
      'A-4-7',
    ),
    collectionInfo: shown(
      Type.Array(CollectionInfo),
      'Collections with the asset that the acting user sees, ordered by id, at most 50.',
      'A-4-3',
    ),
    updateUser: shown(Id, 'Id of the user who changed the asset last.', 'A-9-5'),
    updateTime: shown(EpochMs, 'When it was changed last, epoch milliseconds.', 'A-9-5'),
    createTime: shown(EpochMs, 'When it was created, epoch milliseconds.'),
    tags: shown(Type.String(), 'Tags, joined by commas.', 'A-4-3'),
    authInfoList: shown(Type.Array(AuthInfo), 'Rights on the asset.', 'A-4-5'),
    customerLifeCycleRuleTagCode: shown(
      Type.String(),
      'Code of a life cycle rule; empty for a new asset.',
      'A-4-7',
    ),
    size: shown(Count, 'Size in bytes, the sum over all parts.', 'A-4-11'),
    subResList: shown(
      Type.Array(SubResource),
      'Files of the asset, in order; of a single file that file.',
      'A-4-11',
    ),
  },
  {
    title: 'AssetDetail',
    description: 'Asset detail; `size` in bytes, instants in epoch milliseconds.',
  },
)
export type AssetDetail = Static<typeof AssetDetail>
