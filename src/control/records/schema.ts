import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { OneOf } from '../../contract/resources/primitives.ts'
import type { RecordKind } from './service.ts'
import { ApprovalTask } from '../approvals/schema.ts'
import {
  ByName,
  Instant,
  InstantOrNull,
  Numeral,
  NumeralOrNull,
  Shape,
  Text,
  TextOrNull,
  Whole,
} from '../schema-types.ts'

/** Records of one kind, the newest first. */
const recordsOf = <K extends RecordKind, P extends TProperties>(
  kind: K,
  title: string,
  row: TObject<P>,
) =>
  Shape(title, {
    kind: Type.Literal(kind),
    total: Whole('How many there are; fewer are answered where they are large'),
    records: Type.Array(row),
  })

const updateTime = Instant('When it was written last')
const createTime = Instant('When it was made')
const digest = 'The SHA-256 of its bytes; null where there are none'

const Tracking = Shape('TrackingRow', {
  id: Numeral(),
  receivedAtMs: Instant('When it arrived'),
  record: ByName(Type.Unknown(), 'As it was sent'),
})

const Notification = Shape('NotificationRow', {
  id: Numeral(),
  user: Text('The e-mail address of whom it is for'),
  userId: Numeral(),
  templateCode: Text(),
  modelCode: TextOrNull('As it was sent'),
  sendTime: Instant('When it becomes visible'),
  content: Type.Object({ htmlContent: Text() }, { additionalProperties: false }),
  url: Text(),
  createTime,
  isVisible: Type.Boolean({ description: 'Whether its time has come' }),
})

const Collaborator = Shape('CollaboratorRow', {
  id: Numeral(),
  portalId: Numeral(),
  authType: Numeral(),
  unitType: OneOf(['user', 'department', 'dimension']),
  unitId: Numeral(),
  addedBy: Numeral('The id of a user'),
  updateTime,
})

const MarketingTask = Shape('MarketingTaskRow', {
  creativeId: Numeral(),
  planId: Numeral(),
  contentType: Text(),
  remark: Text(),
  contentGroupId: Numeral(),
  releaseTime: Text('YYYY-MM-DD HH:mm:ss in the zone of A-time-1'),
  updateTime,
})

const ImageSearch = Shape('ImageSearchRow', {
  id: Numeral(),
  receivedAtMs: Instant('When it arrived'),
  libraryType: Text(),
  clientId: Text(),
  uuid: Text(),
  operateType: Text(),
  contentId: NumeralOrNull('As it was sent'),
  likeType: NumeralOrNull('As it was sent'),
})

const Metadata = Shape('MetadataRow', {
  attrCode: Text(),
  attrValueCode: Text(),
  attrValueName: Text(),
  parentCode: TextOrNull('The code of the value above'),
  sort: Numeral('Its place'),
  updateTime,
})

const Approval = Shape('ApprovalRow', {
  approvalId: Numeral(),
  status: Text('IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
  createTime,
  processDefinitionId: Numeral(),
  name: Text(),
  detailName: Text(),
  category: Text(),
  submitter: Numeral('The id of a user'),
  variables: Type.Unknown({ description: 'As they were sent' }),
  objects: Type.Array(Numeral('The id of an asset that it is about')),
  tasks: Type.Array(ApprovalTask),
})

const Upload = Shape('UploadRow', {
  uploadId: Text(),
  filePath: Text(),
  name: Text(),
  type: Text('The media type, as it was declared'),
  size: Numeral('Bytes, as they were declared'),
  status: OneOf(['open', 'completed', 'aborted', 'expired']),
  createTime,
  expireTime: InstantOrNull('When it expires unless it is completed before'),
  completeTime: InstantOrNull('When it was completed'),
  sha256: TextOrNull(digest),
  parts: Type.Array(
    Type.Object(
      { partNumber: Numeral(), etag: Text(), size: Whole('Bytes') },
      { additionalProperties: false },
    ),
  ),
})

const Atom = Shape('AtomRow', {
  id: Numeral(),
  path: Text(),
  name: Text(),
  extension: Text(),
  size: Whole('Bytes'),
  type: Text('The media type'),
  sha256: TextOrNull(digest),
  createUser: Numeral('The id of a user'),
  createTime,
  materialId: NumeralOrNull('The asset that was made of it'),
})

const CrowdPack = Shape('CrowdPackRow', {
  crowdPackId: Numeral(),
  corpId: Text(),
  source: Text(),
  name: Text(),
  selfAgent: Numeral(),
  completeStatus: Type.Boolean({ description: 'Whether all members have arrived' }),
  createTime,
  memberCount: Whole(),
})

/** What operations have written, of the kind that was asked for. */
export const Records = Type.Union([
  recordsOf('tracking', 'TrackingRecords', Tracking),
  recordsOf('notifications', 'NotificationRecords', Notification),
  recordsOf('collaborators', 'CollaboratorRecords', Collaborator),
  recordsOf('marketing-tasks', 'MarketingTaskRecords', MarketingTask),
  recordsOf('image-search', 'ImageSearchRecords', ImageSearch),
  recordsOf('metadata', 'MetadataRecords', Metadata),
  recordsOf('approvals', 'ApprovalRecords', Approval),
  recordsOf('uploads', 'UploadRecords', Upload),
  recordsOf('atoms', 'AtomRecords', Atom),
  recordsOf('crowd-packs', 'CrowdPackRecords', CrowdPack),
])
