import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { OneOf } from '../../contract/resources/primitives.ts'
import { ApprovalTask } from '../approvals/schema.ts'
import {
  ByName,
  Instant,
  InstantOrNull,
  IntegerField,
  NumericText,
  NumericTextOrNull,
  Shape,
  Text,
  TextOrNull,
} from '../schema-types.ts'
import type { RecordKind } from './service.ts'

/** Records of one kind, the newest first. */
const recordsOf = <K extends RecordKind, P extends TProperties>(
  kind: K,
  title: string,
  row: TObject<P>,
) =>
  Shape(title, {
    kind: Type.Literal(kind),
    total: IntegerField('How many there are; fewer are answered where they are large'),
    records: Type.Array(row),
  })

const updateTime = Instant('When it was written last')
const createTime = Instant('When it was made')
const digest = 'The SHA-256 of its bytes; null where there are none'

const Tracking = Shape('TrackingRow', {
  id: NumericText(),
  receivedAtMs: Instant('When it arrived'),
  record: ByName(Type.Unknown(), 'As it was sent'),
})

const Notification = Shape('NotificationRow', {
  id: NumericText(),
  user: Text('The e-mail address of whom it is for'),
  userId: NumericText(),
  templateCode: Text(),
  modelCode: TextOrNull('As it was sent'),
  sendTime: Instant('When it becomes visible'),
  content: Type.Object({ htmlContent: Text() }, { additionalProperties: false }),
  url: Text(),
  createTime,
  isVisible: Type.Boolean({ description: 'Whether its time has come' }),
})

const Collaborator = Shape('CollaboratorRow', {
  id: NumericText(),
  portalId: NumericText(),
  authType: NumericText(),
  unitType: OneOf(['user', 'department', 'dimension']),
  unitId: NumericText(),
  addedBy: NumericText('The id of a user'),
  updateTime,
})

const MarketingTask = Shape('MarketingTaskRow', {
  creativeId: NumericText(),
  planId: NumericText(),
  contentType: Text(),
  remark: Text(),
  contentGroupId: NumericText(),
  releaseTime: Text('YYYY-MM-DD HH:mm:ss in the zone of A-time-1'),
  updateTime,
})

const ImageSearch = Shape('ImageSearchRow', {
  id: NumericText(),
  receivedAtMs: Instant('When it arrived'),
  libraryType: Text(),
  clientId: Text(),
  uuid: Text(),
  operateType: Text(),
  contentId: NumericTextOrNull('As it was sent'),
  likeType: NumericTextOrNull('As it was sent'),
})

const Metadata = Shape('MetadataRow', {
  attrCode: Text(),
  attrValueCode: Text(),
  attrValueName: Text(),
  parentCode: TextOrNull('The code of the value above'),
  sort: NumericText('Its place'),
  updateTime,
})

const Approval = Shape('ApprovalRow', {
  approvalId: NumericText(),
  status: Text('IN_PROGRESS, APPROVED, REJECTED or WITHDRAWN'),
  createTime,
  processDefinitionId: NumericText(),
  name: Text(),
  detailName: Text(),
  category: Text(),
  submitter: NumericText('The id of a user'),
  variables: Type.Unknown({ description: 'As they were sent' }),
  objects: Type.Array(NumericText('The id of an asset that it is about')),
  tasks: Type.Array(ApprovalTask),
})

const Upload = Shape('UploadRow', {
  uploadId: Text(),
  filePath: Text(),
  name: Text(),
  type: Text('The media type, as it was declared'),
  size: NumericText('Bytes, as they were declared'),
  status: OneOf(['open', 'completed', 'aborted', 'expired']),
  createTime,
  expireTime: InstantOrNull('When it expires unless it is completed before'),
  completeTime: InstantOrNull('When it was completed'),
  sha256: TextOrNull(digest),
  parts: Type.Array(
    Type.Object(
      { partNumber: NumericText(), etag: Text(), size: IntegerField('Bytes') },
      { additionalProperties: false },
    ),
  ),
})

const Atom = Shape('AtomRow', {
  id: NumericText(),
  path: Text(),
  name: Text(),
  extension: Text(),
  size: IntegerField('Bytes'),
  type: Text('The media type'),
  sha256: TextOrNull(digest),
  createUser: NumericText('The id of a user'),
  createTime,
  materialId: NumericTextOrNull('The asset that was made of it'),
})

const CrowdPack = Shape('CrowdPackRow', {
  crowdPackId: NumericText(),
  corpId: Text(),
  source: Text(),
  name: Text(),
  selfAgent: NumericText(),
  completeStatus: Type.Boolean({ description: 'Whether all members have arrived' }),
  createTime,
  memberCount: IntegerField(),
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
