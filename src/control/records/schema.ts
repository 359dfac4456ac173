import { type Static, type TObject, Type } from '@sinclair/typebox'
import { ClosedObject, OneOf } from '../../contract/resources/primitives.ts'
import {
  Amount,
  ByName,
  Choice,
  Flag,
  Instant,
  InstantOrNull,
  Shape,
  Text,
  TextOrNull,
  WholeNumber,
  WholeNumberOrNull,
} from '../../contract/shapes.ts'
import { LIMITS } from '../../limits.ts'
import { ApprovalMaterialView, ApprovalTaskView } from '../approvals/schema.ts'

const receivedAtMs = Instant('When it arrived')
const updateTime = Instant('When it was last written')
const createTime = Instant('When it was created')
const sha256 = TextOrNull('SHA-256 of its bytes; null without bytes')
const userId = WholeNumber('Id of a user')

/** The rows that operations write, by kind. */
const ROWS = {
  tracking: Shape('TrackingRow', 'A record of E3', {
    id: WholeNumber(),
    receivedAtMs,
    record: ByName(Type.Unknown(), 'The record as it was sent'),
  }),
  notifications: Shape('NotificationRow', 'A notification of E12', {
    id: WholeNumber(),
    user: Text('E-mail address of the recipient'),
    userId: WholeNumber(),
    templateCode: Text(),
    modelCode: TextOrNull('The code as it was sent'),
    sendTime: Instant('When it becomes visible'),
    content: ClosedObject({ htmlContent: Text() }),
    url: Text(),
    createTime,
    isVisible: Flag('Whether its time has come'),
  }),
  collaborators: Shape('CollaboratorRow', 'A collaborator of E14', {
    id: WholeNumber(),
    portalId: WholeNumber(),
    authType: WholeNumber(),
    unitType: OneOf(['user', 'department', 'dimension']),
    unitId: WholeNumber(),
    addedBy: userId,
    updateTime,
  }),
  'marketing-tasks': Shape('MarketingTaskRow', 'A task of E15', {
    creativeId: WholeNumber(),
    planId: WholeNumber(),
    contentType: Text(),
    remark: Text(),
    contentGroupId: WholeNumber(),
    releaseTime: Text('YYYY-MM-DD HH:mm:ss in the zone of A-time-1'),
    updateTime,
  }),
  'image-search': Shape('ImageSearchRow', 'A report of E19', {
    id: WholeNumber(),
    receivedAtMs,
    libraryType: Text(),
    clientId: Text(),
    uuid: Text(),
    operateType: Text(),
    contentId: WholeNumberOrNull('The id as it was sent'),
    likeType: WholeNumberOrNull('The number as it was sent'),
  }),
  metadata: Shape('MetadataRow', 'A metadata value of E20, and what carries it', {
    attrCode: Text(),
    attrValueCode: Text(),
    attrValueName: Text(),
    parentCode: TextOrNull('Code of the parent value'),
    sort: WholeNumber('Position'),
    updateTime,
    assetCount: Amount('Number of assets that carry it'),
    assetIds: Type.Array(WholeNumber(), { description: 'The lowest ids of them, at most 100' }),
    contentCount: Amount('Number of portal contents that carry it themselves'),
    contentIds: Type.Array(WholeNumber(), { description: 'The lowest ids of them, at most 100' }),
  }),
  approvals: Shape('ApprovalRow', 'An approval of E9 with its request', {
    approvalId: WholeNumber(),
    status: Text('IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
    createTime,
    processDefinitionId: WholeNumber(),
    name: Text(),
    detailName: Text(),
    category: Text(),
    submitter: userId,
    variables: Type.Unknown({ description: 'The variables as they were sent' }),
    objects: Type.Array(WholeNumber('Id of an atom or asset, as it was sent')),
    materials: Type.Array(ApprovalMaterialView),
    tasks: Type.Array(ApprovalTaskView),
  }),
  uploads: Shape('UploadRow', 'An upload', {
    uploadId: Text(),
    filePath: Text(),
    name: Text(),
    type: Text('Declared media type'),
    size: WholeNumber('Declared size, bytes'),
    status: OneOf(['open', 'completed', 'aborted', 'expired']),
    createTime,
    expireTime: InstantOrNull('When it expires unless it is completed before'),
    completeTime: InstantOrNull('When it was completed'),
    sha256,
    parts: Type.Array(
      ClosedObject({ partNumber: WholeNumber(), etag: Text(), size: Amount('Bytes') }),
    ),
  }),
  atoms: Shape('AtomRow', 'A content atom of E16', {
    id: WholeNumber(),
    path: Text(),
    name: Text(),
    extension: Text(),
    size: Amount('Bytes'),
    type: Text('Media type'),
    sha256,
    createUser: userId,
    createTime,
    materialId: WholeNumberOrNull('Id of the asset that it became'),
  }),
  'crowd-packs': Shape('CrowdPackRow', 'A crowd pack of E7', {
    crowdPackId: WholeNumber(),
    corpId: Text(),
    source: Text(),
    name: Text(),
    selfAgent: WholeNumber(),
    completeStatus: Flag('Whether all members have arrived'),
    createTime,
    memberCount: Amount(),
  }),
} as const satisfies Record<string, TObject>

/** A kind of record. */
export type RecordKind = keyof typeof ROWS

/** A row of a kind. */
export type RecordRow<K extends RecordKind> = Static<(typeof ROWS)[K]>

/** All kinds of records. */
export const RECORD_KINDS = Object.keys(ROWS) as RecordKind[]

/** The path parameters of a kind. */
export const RecordParams = Type.Object({ kind: Choice(RECORD_KINDS, 'Kind of record') })

/** The query parameters of a list of records. */
export const RecordQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: LIMITS.listedRecords.max,
    default: 1_000,
    description: 'Maximum number of records',
  }),
})

/** Records of one kind, newest first. */
export type Records = {
  [K in RecordKind]: { kind: K; total: number; records: RecordRow<K>[] }
}[RecordKind]

/** `tracking` is `TrackingRecords`, as its row is `TrackingRow`. */
const recordsOf = (kind: RecordKind) => {
  const row = ROWS[kind]
  return Shape(`${row.title?.replace(/Row$/, '')}Records`, `Records of ${kind}, newest first`, {
    kind: Type.Literal(kind),
    total: Amount('Number of all records; the answer has fewer where they are large'),
    records: Type.Array(row),
  })
}

/** Records of the kind in the path. */
export const Records = Type.Unsafe<Records>(
  Type.Union(RECORD_KINDS.map(recordsOf), {
    description: 'Rows that operations write, of one kind',
  }),
)
