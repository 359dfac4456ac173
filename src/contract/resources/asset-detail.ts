import { type Static, Type } from '@sinclair/typebox'
import { ClosedObject, Count, EpochMs, Id, Int, NullableInt, NullableText } from './primitives.ts'

/** `materialOrigin` of an asset. */
const MaterialOrigin = ClosedObject(
  {
    isDownload: Int,
    riskLevel: Int,
    watermark: Type.String(),
    updateUser: Id,
    templateGenerateCount: Int,
    updateTime: EpochMs,
    stickTop: Int,
    dummy: Int,
    assetTagStatus: Int,
    createTime: EpochMs,
    maplexStatus: Int,
    createUser: Id,
    isDam: Int,
    coreId: Id,
    id: Id,
    importUrl: Type.String(),
    scenarioVisibility: Type.String(),
    ruleCheckStatusCode: Int,
    analysisStatus: Int,
    ruleCheckStatus: Type.String(),
    status: Int,
  },
  { title: 'MaterialOrigin', description: '`materialOrigin` of an asset.' },
)

/** Element of `authInfoList`: a role of a unit on the asset. */
export const AuthInfo = ClosedObject(
  {
    unitType: Int,
    unitId: Id,
    unitName: Type.String(),
    dataRoleId: Id,
    dataRoleName: Type.String(),
    dataRoleCode: Type.String(),
    editable: Int,
    materialId: Id,
  },
  { title: 'AuthInfo', description: 'A role of a user, department or dimension on the asset.' },
)
export type AuthInfo = Static<typeof AuthInfo>

/** Element of `subResList`; `duration` in milliseconds, `size` in bytes. */
export const SubResource = ClosedObject(
  {
    thumbnailOriginWidth: NullableInt,
    thumbnailOriginHeight: NullableInt,
    extension: Type.String(),
    downloadUrl: NullableText,
    picNum: NullableInt,
    videoNum: NullableInt,
    textNum: NullableInt,
    wordNum: NullableInt,
    uniMd5: NullableText,
    fileFormatType: Type.String(),
    thunder: NullableText,
    thunderOrigin: NullableText,
    iconThunder: NullableText,
    title: NullableText,
    type: Type.String(),
    duration: NullableInt,
    pdfStatus: Int,
    path: Type.String(),
    transformPreviewUrl: NullableText,
    id: Id,
    publicRead: Type.Boolean(),
    thumbnailAssetId: NullableInt,
    iconAssetId: NullableInt,
    damId: NullableInt,
    height: NullableInt,
    width: NullableInt,
    aliasName: NullableText,
    resType: Int,
    keyName: Type.String(),
    updateTime: NullableInt,
    createTime: NullableInt,
    baseTextUpdateTime: NullableInt,
    originalUrl: NullableText,
    url: NullableText,
    urlWithParam: NullableText,
    analysisAssetIds: Type.Union([Type.Null(), Type.Array(Type.Unknown())]),
    size: Count,
    name: Type.String(),
    assetStatus: Int,
    baseText: NullableText,
  },
  {
    title: 'SubResource',
    description: 'A file of the asset; `duration` in milliseconds, `size` in bytes.',
  },
)
export type SubResource = Static<typeof SubResource>

/** Asset detail (document, "Asset detail"); `size` in bytes. */
export const AssetDetail = ClosedObject(
  {
    approvalStatus: Int,
    materialOrigin: MaterialOrigin,
    extension: Type.String(),
    importance: Int,
    collectionInfo: Type.Array(ClosedObject({ id: Id, groupName: Type.String() })),
    updateUser: Id,
    updateTime: EpochMs,
    createTime: EpochMs,
    tags: Type.String(),
    authInfoList: Type.Array(AuthInfo),
    customerLifeCycleRuleTagCode: Type.String(),
    size: Count,
    subResList: Type.Array(SubResource),
  },
  {
    title: 'AssetDetail',
    description: 'Asset detail; `size` in bytes, instants in epoch milliseconds.',
  },
)
export type AssetDetail = Static<typeof AssetDetail>
