import type { OperationId } from '../contract/operation.ts'
import { type Fields, list, type OpenObject, type OpenValue, object } from './open-value.ts'

const assetCollection = object({
  nullable: ['description', 'thunders'],
  parts: { thunders: list() },
})

const subResource = object({
  nullable: [
    'thumbnailOriginWidth',
    'thumbnailOriginHeight',
    'picNum',
    'videoNum',
    'textNum',
    'wordNum',
    'uniMd5',
    'thunder',
    'thunderOrigin',
    'iconThunder',
    'title',
    'duration',
    'transformPreviewUrl',
    'thumbnailAssetId',
    'iconAssetId',
    'damId',
    'height',
    'width',
    'aliasName',
    'updateTime',
    'createTime',
    'baseTextUpdateTime',
    'analysisAssetIds',
    'baseText',
  ],
  // The only ways to the bytes of a file: without them no client could download it.
  kept: ['downloadUrl', 'originalUrl', 'url', 'urlWithParam'],
  parts: { analysisAssetIds: list() },
})

const assetDetail = object({
  words: ['tags'],
  parts: {
    materialOrigin: object({}),
    collectionInfo: list(object({})),
    authInfoList: list(object({})),
    subResList: list(subResource),
  },
})

const userInfo = object({
  nullable: ['roleList', 'lineManagerUserId'],
  parts: {
    dimensionItemInfoLit: list(object({})),
    roleList: list(object({})),
  },
})

/** Names of values by the codes of metadata fields, beside the document's key. */
const metadataInfo = object({ anyPart: list() })

const portalContent = object({ parts: { metadataInfo } })

const portalContentDetail = object({ parts: { metadataInfo, detailPictures: list() } })

/** `endTime` is null while a task is in progress, which the document says ("Approval task record"). */
const approvalTask = object({})

const socialMediaStats = object({
  parts: {
    data: list(
      object({
        parts: {
          contentList: list(object({})),
        },
      }),
    ),
  },
})

const pageOf = (records: OpenValue): OpenObject => object({ parts: { records } })

/** Whether a request of E1 gives the order: with a field to sort by, other than that of no field. */
const isSorted = ({ sortBy }: Fields): boolean => {
  const { field = 'default' } = (sortBy ?? {}) as Fields
  return field !== 'default' && field !== null
}

/**
 * What the document leaves open of the payload of each operation. Everything else never varies: E5 lists tasks "by
 * creation time", and the ids of E16 have no other link to the files of the request than their places.
 */
export const OPEN_RESULTS: Readonly<Record<`E${number}`, OpenValue>> = {
  E1: object({ parts: { list: list(assetCollection, { isOrdered: isSorted }) } }),
  E2: socialMediaStats,
  E3: undefined,
  E4: object({ parts: { detail: list(assetDetail) } }),
  E5: pageOf(list(approvalTask, { isOrdered: true })),
  E6: pageOf(list(portalContent)),
  E7: undefined,
  E8: list(userInfo),
  E9: undefined,
  E10: list(object({})),
  E11: portalContentDetail,
  E12: undefined,
  E13: undefined,
  E14: undefined,
  // The document says "empty object".
  E15: object({ isClosed: true }),
  E16: object({ parts: { assetElementIdList: list(undefined, { isOrdered: true }) } }),
  E17: list(object({})),
  E18: undefined,
  E19: undefined,
  E20: object({ isClosed: true }),
  E21: object({
    parallel: ['successList', 'successMaterialIdList'],
    parts: { failedList: list() },
  }),
  E22: undefined,
}

/** What of the payload of an operation is open. */
export const openResultOf = (id: OperationId): OpenValue => OPEN_RESULTS[id]
