import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from '../../kernel/limits.ts'
import { invented, shown } from '../known-field.ts'
import { Part, Shape } from '../shapes.ts'
import { knownField } from './known-values.ts'
import { field, Id, optional, TextUpTo, usually } from './primitives.ts'

/** A file that E16 makes an atom of, as the caller describes it; `size` in bytes, `type` a media type. */
export const DeclaredFile = Type.Object({
  path: shown(
    TextUpTo(LIMITS.filePathCharacters, { minLength: 1 }),
    'Path of the uploaded file, the filePath of its upload.',
    'A-16-1',
  ),
  name: shown(
    TextUpTo(LIMITS.fileNameCharacters, { minLength: 1 }),
    'Name of the file, with its extension.',
    'A-4-7',
  ),
  size: optional.count(
    'Size in bytes; it must be the size of the uploaded file. Without an upload and a size, it counts as 0.',
    'A-16-2',
    'A-16-1',
  ),
  type: usually(
    Type.String({ pattern: '^([\\w.+-]+/[\\w.+-]+(;.*)?|)$' }),
    shown(
      Type.Optional(TextUpTo(LIMITS.mediaTypeCharacters)),
      'Media type, such as `image/png`; read from the bytes, or from the name, when absent.',
      'A-16-2',
    ),
  ),
})
export type DeclaredFile = Static<typeof DeclaredFile>

const MaterialOrigin = Shape('MaterialOrigin', '`materialOrigin` of an asset.', {
  isDownload: field.int('1: meant for download; 0: not. This is not a right.', 'A-4-7'),
  riskLevel: field.int('Risk; in the built-in seeds a rank from 0, not set, to 3.', 'A-4-7'),
  watermark: field.text('Watermark; empty for a new asset.', 'A-4-7'),
  updateUser: field.id('Id of the user who changed the asset last.', 'A-9-5'),
  templateGenerateCount: field.int('How often it was used as a template.', 'A-4-7'),
  updateTime: field.time('When it was changed last, epoch milliseconds.', 'A-9-5'),
  stickTop: field.int('1: pinned; 0: not.', 'A-4-7'),
  dummy: field.int('Numeric code, 0 in the built-in seeds.', 'A-4-7'),
  assetTagStatus: field.int('State of tagging; 1 is done in the built-in seeds.', 'A-4-7'),
  createTime: field.time('When it was created, epoch milliseconds.'),
  maplexStatus: field.int('Numeric code, 0 in the built-in seeds.', 'A-4-7'),
  createUser: field.id('Id of the user who created it.'),
  isDam: field.int('1: an asset of the library.', 'A-4-7'),
  coreId: field.id('Id of the asset.', 'A-id-1'),
  id: field.id('Id of the asset, the same as coreId.', 'A-id-1'),
  importUrl: field.text('URL that it was imported from; empty for other assets.', 'A-4-7'),
  scenarioVisibility: knownField.visibility('Visibility; seen: `ALL_VISIBLE`.', 'A-4-7'),
  ruleCheckStatusCode: field.int('Code of ruleCheckStatus; 0 is `UNSUPPORTED_FORMAT`.', 'A-4-7'),
  analysisStatus: field.int('State of analysis; 1 is done in the built-in seeds.', 'A-4-7'),
  ruleCheckStatus: knownField.ruleCheckStatus(
    'State of the rule check; seen: `UNSUPPORTED_FORMAT`.',
    'A-4-7',
  ),
  status: field.int('Numeric code, 0 in the built-in seeds.', 'A-4-7'),
})

/** Element of `authInfoList`: a role of a unit on the asset. */
export const AuthInfo = Shape(
  'AuthInfo',
  'A role of a user, of a department or of everyone on the asset.',
  {
    unitType: knownField.unitType('1: a user; 2: a department; 3: everyone.', 'A-4-5'),
    unitId: field.id('Id of the unit; 0 for everyone.', 'A-4-5'),
    unitName: field.text('Name of the unit; `Everyone` for everyone.', 'A-4-5'),
    dataRoleId: field.id('Id of the role.', 'A-4-5'),
    dataRoleName: field.text('Name of the role.', 'A-4-5'),
    dataRoleCode: knownField.dataRole('Code of the role; seen: `ownerRole`.', 'A-4-5'),
    editable: field.int('1: the role may edit; 0: it may not.', 'A-4-5'),
    materialId: field.id('Id of the asset.'),
  },
)
export type AuthInfo = Static<typeof AuthInfo>

/** Element of `subResList`; `duration` in milliseconds, `size` in bytes. */
export const SubResource = Shape(
  'SubResource',
  'A file of the asset; `duration` in milliseconds, `size` in bytes.',
  {
    thumbnailOriginWidth: field.intOrNull(
      'Width of the picture of thunderOrigin; null for a text.',
      'A-file-3',
    ),
    thumbnailOriginHeight: field.intOrNull(
      'Height of the picture of thunderOrigin; null for a text.',
      'A-file-3',
    ),
    extension: field.text(
      'File format, in lower case; `content_text` and `content_rtf` for texts.',
      'A-4-7',
    ),
    downloadUrl: field.textOrNull(
      'Signed URL to save the file; null for a caller who may only view.',
      'A-4-2',
      'A-file-1',
    ),
    picNum: field.intOrNull('Number of pictures in a text; null: not counted.', 'A-4-7'),
    videoNum: field.intOrNull('Number of films in a text; null: not counted.', 'A-4-7'),
    textNum: field.intOrNull('Number of characters of a text; null: not counted.', 'A-4-7'),
    wordNum: field.intOrNull('Number of words; null: not counted.', 'A-4-7'),
    uniMd5: field.textOrNull(
      'MD5 of the bytes, 32 hex digits; null if there are no bytes.',
      'A-16-2',
    ),
    fileFormatType: knownField.fileFormat(
      'Kind of file; seen: `content_text`, `content_rtf`, `picture`, `video`.',
      'A-4-6',
    ),
    thunder: field.textOrNull(
      'Signed URL of a preview of at most 400 x 400 pixels, or null.',
      'A-file-3',
    ),
    thunderOrigin: field.textOrNull(
      'Signed URL of a preview of at most 1600 x 1600 pixels, or null.',
      'A-file-3',
    ),
    iconThunder: field.textOrNull(
      'Signed URL of a preview of at most 128 x 128 pixels, or null.',
      'A-file-3',
    ),
    title: field.textOrNull('Title, or null.', 'A-4-7'),
    type: knownField.fileType(
      'Media type, or the kind of a text; seen: `content_text`, `content_rtf`, `image/png`, `video/mp4`.',
      'A-16-2',
    ),
    duration: field.intOrNull('Duration in milliseconds; null for what does not play.', 'A-16-2'),
    pdfStatus: field.int('1: a PDF; 0: another file.', 'A-4-7'),
    path: field.text('Path of the file.'),
    transformPreviewUrl: field.textOrNull('Signed URL of a preview, or null.', 'A-file-3'),
    id: field.id('Id of the file.', 'A-id-1'),
    publicRead: field.flag('Whether everybody may read the file.', 'A-4-7'),
    thumbnailAssetId: field.intOrNull('Id of the file that is its thumbnail, or null.', 'A-4-7'),
    iconAssetId: field.intOrNull('Id of the file that is its icon, or null.', 'A-4-7'),
    damId: field.intOrNull('Id of the asset that it was taken from, or null.', 'A-4-7'),
    height: field.intOrNull('Height in pixels; null for what has no height.', 'A-16-2'),
    width: field.intOrNull('Width in pixels; null for what has no width.', 'A-16-2'),
    aliasName: field.textOrNull('Second name, or null.', 'A-4-7'),
    resType: knownField.resType('0: a file; 1: a text.', 'A-4-6'),
    keyName: field.text('Last part of path.', 'A-4-7'),
    updateTime: field.intOrNull('When it was changed last, epoch milliseconds, or null.'),
    createTime: field.intOrNull(
      'When its atom was created, epoch milliseconds, or null.',
      'A-id-1',
    ),
    baseTextUpdateTime: field.intOrNull(
      'When baseText was changed last, epoch milliseconds; null without a text.',
    ),
    originalUrl: field.textOrNull('Signed URL to show the file, or null.', 'A-4-2', 'A-file-1'),
    url: field.textOrNull('Signed URL to show the file, or null.', 'A-4-2', 'A-file-1'),
    urlWithParam: field.textOrNull('Signed URL to show the file, or null.', 'A-4-2', 'A-file-1'),
    analysisAssetIds: shown(
      Type.Union([Type.Null(), Type.Array(Type.Unknown())]),
      'Ids of the files that were analysed with it, or null.',
      'A-4-7',
    ),
    size: field.count('Size in bytes.', 'A-16-2'),
    name: field.text('Name of the file.'),
    assetStatus: field.int('Numeric code, 0 in the built-in seeds.', 'A-4-7'),
    baseText: field.textOrNull('Text or HTML of a text; null for files.'),
  },
)
export type SubResource = Static<typeof SubResource>

const CollectionInfo = Part('A collection that holds the asset.', {
  id: invented(Id, 'Id of the collection.', 'A-4-3'),
  groupName: invented(Type.String(), 'Name of the collection.', 'A-4-3'),
})

/** Asset detail (document, "Asset detail"); `size` in bytes. */
export const AssetDetail = Shape(
  'AssetDetail',
  'Asset detail; `size` in bytes, instants in epoch milliseconds.',
  {
    approvalStatus: knownField.assetApproval(
      '0: in no approval; 1: an approval is in progress; 2: approved; 3: rejected.',
      'A-9-5',
    ),
    materialOrigin: shown(MaterialOrigin, 'Origin, numeric codes and instants of the asset.'),
    extension: field.text('Kind of group or file type; `res_group` for a composite.', 'A-4-11'),
    importance: field.int(
      'Importance; in the built-in seeds a rank from 0, not set, to 3.',
      'A-4-7',
    ),
    collectionInfo: shown(
      Type.Array(CollectionInfo),
      'Collections with the asset that the acting user sees, ordered by id, at most 50.',
      'A-4-3',
    ),
    updateUser: field.id('Id of the user who changed the asset last.', 'A-9-5'),
    updateTime: field.time('When it was changed last, epoch milliseconds.', 'A-9-5'),
    createTime: field.time('When it was created, epoch milliseconds.'),
    tags: field.text('Tags, joined by commas.', 'A-4-3'),
    authInfoList: shown(Type.Array(AuthInfo), 'Rights on the asset.', 'A-4-5'),
    customerLifeCycleRuleTagCode: field.text(
      'Code of a life cycle rule; empty for a new asset.',
      'A-4-7',
    ),
    size: field.count('Size in bytes, the sum over all parts.', 'A-4-11'),
    subResList: shown(
      Type.Array(SubResource),
      'Files of the asset, in order; of a single file that file.',
      'A-4-11',
    ),
  },
)
export type AssetDetail = Static<typeof AssetDetail>
