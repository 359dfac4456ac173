import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { columnName } from '../db/column-names.ts'
import * as approvals from '../db/tables/workspace/approvals.ts'
import * as assets from '../db/tables/workspace/assets.ts'
import * as collections from '../db/tables/workspace/collections.ts'
import * as crowds from '../db/tables/workspace/crowds.ts'
import { files } from '../db/tables/workspace/files.ts'
import { fixtures } from '../db/tables/workspace/fixtures.ts'
import * as marketing from '../db/tables/workspace/marketing.ts'
import * as metadata from '../db/tables/workspace/metadata.ts'
import { namedStates } from '../db/tables/workspace/named-states.ts'
import { notifications } from '../db/tables/workspace/notifications.ts'
import * as portal from '../db/tables/workspace/portal.ts'
import * as reports from '../db/tables/workspace/reports.ts'
import { sequences } from '../db/tables/workspace/sequences.ts'
import { socialPosts } from '../db/tables/workspace/social.ts'
import * as uploads from '../db/tables/workspace/uploads.ts'
import * as people from '../db/tables/workspace/users.ts'
import { UNIT_TYPES } from '../domain/rights.ts'
import * as is from './meanings.ts'

/** A column with the meaning of its values. */
export interface MeantColumn {
  readonly name: string
  readonly isNullable: boolean
  readonly meaning: is.Meaning
}

/** A table with the meanings of its columns. */
export interface MeantTable {
  readonly name: string
  readonly columns: readonly MeantColumn[]
}

/** The meanings of all columns of a table; a missing one does not compile. */
const meant = <T extends Table>(
  table: T,
  meanings: { [Column in keyof T['_']['columns']]: is.Meaning },
): MeantTable => {
  const columns = new Map(Object.entries(getTableColumns(table)))
  return {
    name: getTableName(table),
    columns: Object.entries<is.Meaning>(meanings).map(([key, meaning]) => ({
      name: columnName(key),
      isNullable: !columns.get(key)?.notNull,
      meaning,
    })),
  }
}

const MARKS = ['IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const
const { id, count, code, flag, anyText } = is
const named = { id, name: anyText }
const right = { unitType: is.oneOfNumbers(...Object.values(UNIT_TYPES)), unitId: count }
const measures = { width: count, height: count, durationMs: count, wordNum: count }

/** The meaning of every column of a workspace database, beyond its type in the schema. */
export const MEANINGS: readonly MeantTable[] = [
  meant(people.departments, { ...named, parentId: id }),
  meant(people.dimensions, named),
  meant(people.users, {
    id,
    email: anyText,
    emailFolded: anyText,
    nickname: anyText,
    hasPhone: flag,
    deptId: id,
    verifyEmail: code,
    uid: anyText,
    status: code,
    logoutStatus: code,
    userType: code,
    createdAtMs: count,
    lineManagerUserId: id,
    isAppOwner: flag,
    role: is.oneOf(...people.USER_ROLES),
  }),
  meant(people.userDimensions, { userId: id, dimensionId: id }),
  meant(people.dataRoles, { ...named, code: anyText, editable: flag, mayDownload: flag }),
  meant(files, { digest: is.sha256, sizeBytes: count, md5: is.md5 }),
  meant(assets.assets, {
    ...named,
    extension: anyText,
    approvalStatus: code,
    importance: code,
    tags: anyText,
    customerLifeCycleRuleTagCode: anyText,
    createUser: id,
    updateUser: id,
    createdAtMs: count,
    updatedAtMs: count,
    isDownload: code,
    riskLevel: code,
    watermark: anyText,
    templateGenerateCount: count,
    stickTop: code,
    dummy: code,
    assetTagStatus: code,
    maplexStatus: code,
    isDam: code,
    importUrl: anyText,
    scenarioVisibility: anyText,
    ruleCheckStatusCode: code,
    ruleCheckStatus: anyText,
    analysisStatus: code,
    status: code,
  }),
  meant(assets.atoms, {
    ...named,
    ...measures,
    path: anyText,
    extension: anyText,
    sizeBytes: count,
    mediaType: is.headerText,
    fileDigest: is.sha256,
    createUser: id,
    createdAtMs: count,
    assetId: id,
  }),
  meant(assets.subResources, {
    ...named,
    ...measures,
    assetId: id,
    position: count,
    title: anyText,
    aliasName: anyText,
    extension: anyText,
    mediaType: is.headerText,
    fileFormatType: anyText,
    resType: code,
    sizeBytes: count,
    path: anyText,
    keyName: anyText,
    fileDigest: is.sha256,
    uniMd5: is.md5,
    picNum: count,
    videoNum: count,
    textNum: count,
    pdfStatus: code,
    assetStatus: code,
    publicRead: flag,
    thumbnailWidth: count,
    thumbnailHeight: count,
    thumbnailAssetId: id,
    iconAssetId: id,
    damId: id,
    analysisAssetIds: is.json,
    baseText: anyText,
    baseTextUpdatedAtMs: count,
    createdAtMs: count,
    updatedAtMs: count,
  }),
  meant(assets.assetRights, { ...right, assetId: id, dataRoleId: id }),
  meant(collections.collections, {
    ...named,
    parentId: count,
    rootId: id,
    nameFolded: anyText,
    description: anyText,
    belongId: id,
    status: code,
    createUser: id,
    updateUser: id,
    createdAtMs: count,
    updatedAtMs: count,
    itemCount: count,
    archivePath: anyText,
  }),
  meant(collections.collectionAncestors, { collectionId: id, ancestorId: id }),
  meant(collections.collectionItems, { collectionId: id, assetId: id, addedAtMs: count }),
  meant(collections.collectionRights, { ...right, collectionId: id, mayAdd: flag }),
  meant(collections.collectedCollections, { userId: id, collectionId: id }),
  meant(approvals.processDefinitions, { ...named, processCategory: anyText }),
  meant(approvals.approvals, {
    ...named,
    processDefinitionId: id,
    detailName: anyText,
    category: anyText,
    variables: is.jsonObject,
    submitter: id,
    status: is.oneOf(...MARKS),
    createdAtMs: count,
  }),
  meant(approvals.approvalObjects, { approvalId: id, objectId: code, assetId: id }),
  meant(approvals.approvalTasks, {
    sequence: id,
    id: anyText,
    approvalId: id,
    key: anyText,
    step: code,
    processName: anyText,
    processCategory: anyText,
    category: anyText,
    submitter: id,
    assignee: id,
    status: is.oneOf('PENDING', ...MARKS),
    createdAtMs: count,
    endedAtMs: count,
    comment: anyText,
  }),
  // Callers choose the numbers of packs, which nothing counts.
  meant(crowds.crowdPacks, {
    id: code,
    name: anyText,
    corpId: anyText,
    source: anyText,
    selfAgent: code,
    isComplete: flag,
    createdAtMs: count,
    wireId: code,
    isDeleted: flag,
  }),
  meant(crowds.crowdMembers, { id, packId: code, sign: anyText }),
  meant(portal.portals, { ...named, code: is.upperCode }),
  meant(portal.portalBlocks, { ...named, portalId: id }),
  meant(portal.portalContents, {
    ...named,
    blockId: id,
    coreId: id,
    text: anyText,
    searchFolded: anyText,
    publishedAtMs: count,
    stoppedAtMs: count,
    buttonName: anyText,
    buttonLinkUrl: anyText,
  }),
  meant(portal.portalContentTags, { contentId: id, tag: anyText }),
  meant(portal.portalCollaborators, {
    id,
    portalId: id,
    authType: code,
    unitType: is.oneOf(...portal.portalCollaborators.unitType.enumValues),
    unitId: count,
    addedBy: id,
    updatedAtMs: count,
  }),
  meant(marketing.marketingPlans, named),
  meant(marketing.contentGroups, named),
  meant(marketing.marketingTasks, {
    id,
    planId: id,
    contentType: anyText,
    releaseAtMs: code,
    remark: anyText,
    contentGroupId: id,
    updatedAtMs: count,
  }),
  meant(metadata.metadataFields, { code: is.lowerCode, name: anyText }),
  meant(metadata.metadataValues, {
    fieldCode: is.lowerCode,
    code: anyText,
    name: anyText,
    parentCode: anyText,
    sort: code,
    updatedAtMs: count,
  }),
  meant(metadata.assetMetadata, { assetId: id, fieldCode: is.lowerCode, valueCode: anyText }),
  meant(metadata.contentMetadata, { contentId: id, fieldCode: is.lowerCode, valueCode: anyText }),
  meant(socialPosts, {
    id,
    mediaType: anyText,
    title: anyText,
    readNum: count,
    createDate: is.day,
    statDate: is.day,
    year: is.year,
  }),
  meant(notifications, {
    id,
    userId: id,
    templateCode: anyText,
    modelCode: anyText,
    sendAtMs: code,
    htmlContent: anyText,
    url: anyText,
    createdAtMs: count,
  }),
  meant(reports.trackingRecords, { id, receivedAtMs: count, record: is.json }),
  meant(reports.imageSearchReports, {
    id,
    receivedAtMs: count,
    libraryType: anyText,
    clientId: anyText,
    uuid: anyText,
    operateType: anyText,
    contentId: code,
    likeType: code,
  }),
  meant(uploads.uploads, {
    id: anyText,
    filePath: anyText,
    name: anyText,
    mediaType: is.headerText,
    sizeBytes: count,
    status: is.oneOf(...uploads.uploads.status.enumValues),
    createdAtMs: count,
    expiresAtMs: count,
    completedAtMs: count,
    fileDigest: is.sha256,
  }),
  meant(uploads.uploadParts, {
    uploadId: anyText,
    partNumber: id,
    etag: is.md5,
    sizeBytes: count,
    digest: is.sha256,
  }),
  meant(fixtures, { name: anyText, value: is.json }),
  meant(namedStates, { name: anyText, ids: is.jsonObject }),
  meant(sequences, { name: anyText, last: is.lastId }),
]
