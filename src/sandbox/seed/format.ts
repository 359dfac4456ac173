import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { MAX_INTEGER } from '../../kernel/ids.ts'

const closed = { additionalProperties: false }

/** A kind of thing, said in a sentence of docs/seeds.md. */
const kind = (description: string) => ({ ...closed, description })

const Id = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })
const Ms = Type.Integer({ minimum: 0, maximum: MAX_INTEGER, description: 'epoch ms' })
const Count = Type.Integer({ minimum: 0, maximum: MAX_INTEGER })
const Text = Type.String()
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Code32 = Type.String({ pattern: '^[0-9a-f]{32}$' })
const optional = <T extends TSchema>(type: T) => Type.Optional(type)

/** Who a right is given to; `everyone` needs no id. */
const Unit = Type.Union([
  Type.Object({ user: Id }, closed),
  Type.Object({ department: Id }, closed),
  Type.Object({ everyone: Type.Literal(true) }, closed),
])

const Department = Type.Object(
  { id: Id, name: Text, parentId: optional(Id) },
  kind('Departments; a parent stands before its children.'),
)

const NamedItem = Type.Object({ id: Id, name: Text }, closed)

const DataRole = Type.Object(
  { id: Id, code: Text, name: Text, editable: Type.Boolean(), mayDownload: Type.Boolean() },
  kind('Roles that rights on assets give.'),
)

const User = Type.Object(
  {
    id: Id,
    email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$' }),
    nickname: Text,
    deptId: Id,
    createdAtMs: Ms,
    dimensionIds: optional(Type.Array(Id)),
    hasPhone: optional(Type.Boolean()),
    verifyEmail: optional(Type.Integer()),
    uid: optional(Text),
    status: optional(Type.Integer()),
    logoutStatus: optional(Type.Integer()),
    userType: optional(Type.Integer()),
    lineManagerUserId: optional(Id),
    isAppOwner: optional(Type.Boolean()),
    isAdmin: optional(Type.Boolean()),
  },
  kind('Users; `isAppOwner` acts when a call names nobody, `isAdmin` may do everything.'),
)

/** A name in the folder `files` of the seed; what the file says of itself need not be said again. */
const FileName = Type.String({
  pattern: '^[^/\\\\]+$',
  description: 'a name in the folder `files`',
})

/**
 * A part of an asset: with `file` a file of the seed; with `baseText` a text; else a placeholder of the
 * size and media type that are told.
 */
const SubResource = Type.Object(
  {
    id: Id,
    name: Text,
    extension: Text,
    file: optional(FileName),
    mediaType: optional(Text),
    fileFormatType: optional(Text),
    sizeBytes: optional(Count),
    title: optional(Text),
    aliasName: optional(Text),
    uniMd5: optional(Code32),
    width: optional(Count),
    height: optional(Count),
    durationMs: optional(Count),
    picNum: optional(Count),
    videoNum: optional(Count),
    textNum: optional(Count),
    wordNum: optional(Count),
    pdfStatus: optional(Type.Integer()),
    assetStatus: optional(Type.Integer()),
    publicRead: optional(Type.Boolean()),
    baseText: optional(Text),
  },
  closed,
)

const Origin = Type.Object(
  {
    isDownload: optional(Type.Integer()),
    riskLevel: optional(Type.Integer()),
    watermark: optional(Text),
    templateGenerateCount: optional(Count),
    stickTop: optional(Type.Integer()),
    dummy: optional(Type.Integer()),
    assetTagStatus: optional(Type.Integer()),
    maplexStatus: optional(Type.Integer()),
    isDam: optional(Type.Integer()),
    importUrl: optional(Text),
    scenarioVisibility: optional(Text),
    ruleCheckStatusCode: optional(Type.Integer()),
    ruleCheckStatus: optional(Text),
    analysisStatus: optional(Type.Integer()),
    status: optional(Type.Integer()),
  },
  closed,
)

const Asset = Type.Object(
  {
    id: Id,
    name: Text,
    extension: Text,
    createUser: Id,
    createdAtMs: Ms,
    updateUser: optional(Id),
    updatedAtMs: optional(Ms),
    approvalStatus: optional(Type.Integer()),
    importance: optional(Type.Integer()),
    tags: optional(Type.Array(Type.String({ pattern: '^[^,]+$' }))),
    customerLifeCycleRuleTagCode: optional(Text),
    origin: optional(Origin),
    rights: Type.Array(Type.Object({ unit: Unit, role: Text }, closed)),
    subResources: Type.Array(SubResource, { minItems: 1 }),
  },
  kind('Assets of the library, with their parts and who has which role.'),
)

const Atom = Type.Object(
  {
    id: Id,
    path: Text,
    name: Text,
    extension: Text,
    file: optional(FileName),
    sizeBytes: optional(Count),
    mediaType: optional(Text),
    createUser: Id,
    createdAtMs: Ms,
  },
  kind('Atoms that are not ingested yet.'),
)

const Collection = Type.Object(
  {
    id: Id,
    name: Text,
    /** Absent for a root. A parent stands before its children. */
    parentId: optional(Id),
    description: optional(Text),
    belongId: optional(Id),
    status: optional(Type.Integer()),
    createUser: Id,
    createdAtMs: Ms,
    updateUser: optional(Id),
    updatedAtMs: optional(Ms),
    assetIds: optional(Type.Array(Id)),
    rights: optional(Type.Array(Type.Object({ unit: Unit, mayAdd: Type.Boolean() }, closed))),
    collectedBy: optional(Type.Array(Id)),
  },
  kind('Collections; a parent stands before its children, one without is a root.'),
)

const AssetRight = Type.Object(
  { assetId: Id, unit: Unit, role: Text },
  kind('Rights on assets that are there already.'),
)
const CollectionRight = Type.Object(
  { collectionId: Id, unit: Unit, mayAdd: Type.Boolean() },
  kind('Rights on collections that are there already.'),
)

/** `path` is made of the codes from the root down, separated by slashes; one without a slash is a root. */
const ArchiveGroup = Type.Object(
  { id: Id, path: Type.String({ pattern: '^[^/]+(/[^/]+)*$' }) },
  kind('`path` is made of the codes from the root down; one without a slash is a root.'),
)

const ProcessDefinition = Type.Object(
  { id: Id, name: Text, processCategory: Text },
  kind('Definitions of approval processes.'),
)

const ApprovalTask = Type.Object(
  {
    key: Text,
    assignee: Id,
    status: Type.Union(
      ['PENDING', 'IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN'].map((status) =>
        Type.Literal(status),
      ),
    ),
    /** Both absent while the task is pending; the end also while it is in progress. */
    createdAtMs: optional(Ms),
    endedAtMs: optional(Ms),
  },
  closed,
)

const Approval = Type.Object(
  {
    id: Id,
    processDefinitionId: Id,
    name: Text,
    detailName: Text,
    category: Text,
    submitter: Id,
    createdAtMs: Ms,
    assetIds: Type.Array(Id),
    tasks: Type.Array(ApprovalTask, { minItems: 1 }),
  },
  kind('Approvals with their tasks, of which those that are pending have no times yet.'),
)

const CrowdPack = Type.Object(
  {
    id: Id,
    corpId: Text,
    source: Text,
    name: Text,
    createdAtMs: Ms,
    selfAgent: optional(Type.Integer()),
    isComplete: optional(Type.Boolean()),
    members: Type.Array(Text),
  },
  kind('Crowd packs with the signs of their members.'),
)

const PortalContent = Type.Object(
  {
    id: Id,
    coreId: Id,
    name: Text,
    text: Text,
    tags: optional(Type.Array(Text)),
    publishedAtMs: Ms,
    stoppedAtMs: optional(Ms),
    buttonName: optional(Text),
    buttonLinkUrl: optional(Text),
  },
  closed,
)

const Portal = Type.Object(
  {
    id: Id,
    code: Type.String({ pattern: '^[0-9A-F]{32}$' }),
    name: Text,
    blocks: Type.Array(
      Type.Object({ id: Id, name: Text, contents: Type.Array(PortalContent) }, closed),
    ),
  },
  kind('Portals with their blocks and contents.'),
)

const MarketingTask = Type.Object(
  {
    id: Id,
    planId: Id,
    contentType: Text,
    releaseAtMs: Ms,
    remark: Text,
    contentGroupId: Id,
    updatedAtMs: Ms,
  },
  kind('Tasks of private-domain marketing.'),
)

const MetadataField = Type.Object(
  {
    code: Code32,
    name: Text,
    values: Type.Array(
      Type.Object(
        {
          code: Type.String({ pattern: '^\\d+$' }),
          name: Text,
          parentCode: optional(Text),
          sort: optional(Type.Integer()),
          updatedAtMs: Ms,
        },
        closed,
      ),
    ),
  },
  kind('Metadata fields with their values.'),
)

const SocialPost = Type.Object(
  { id: Id, mediaType: Text, title: Text, readNum: Count, createDate: Day, statDate: Day },
  kind('Posts in social media, for the statistics of a year.'),
)

/** An upload of a file of the seed, cut into parts that have all arrived, not yet completed. */
const Upload = Type.Object(
  {
    id: Text,
    filePath: Text,
    name: Text,
    createdAtMs: Ms,
    file: FileName,
    partSizeBytes: Type.Integer({ minimum: 102_400, maximum: MAX_INTEGER }),
  },
  kind('Uploads of files of the seed: all parts have arrived, not yet completed.'),
)

/**
 * The format of seeds: a folder of JSON files, each holding any of these keys. Instants are epoch
 * milliseconds. What is referred to must exist in the seed or in the store it is added to.
 */
export const Seed = Type.Object(
  {
    departments: optional(Type.Array(Department)),
    dimensions: optional(Type.Array(NamedItem)),
    dataRoles: optional(Type.Array(DataRole)),
    users: optional(Type.Array(User)),
    assets: optional(Type.Array(Asset)),
    assetRights: optional(Type.Array(AssetRight)),
    atoms: optional(Type.Array(Atom)),
    collections: optional(Type.Array(Collection)),
    collectionRights: optional(Type.Array(CollectionRight)),
    archiveGroups: optional(Type.Array(ArchiveGroup)),
    processDefinitions: optional(Type.Array(ProcessDefinition)),
    approvals: optional(Type.Array(Approval)),
    crowdPacks: optional(Type.Array(CrowdPack)),
    portals: optional(Type.Array(Portal)),
    marketingPlans: optional(Type.Array(NamedItem)),
    contentGroups: optional(Type.Array(NamedItem)),
    marketingTasks: optional(Type.Array(MarketingTask)),
    metadataFields: optional(Type.Array(MetadataField)),
    socialPosts: optional(Type.Array(SocialPost)),
    uploads: optional(Type.Array(Upload)),
    fixtures: optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'An object with whatever keys, which `GET /_sandbox/fixtures` answers.',
      }),
    ),
  },
  closed,
)

/** Data of a seed, or of a fragment that is added to a living workspace. */
export type Seed = Static<typeof Seed>
