import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ClosedObject } from '../contract/resources/primitives.ts'
import { Explained, Flag, Part } from '../contract/shapes.ts'
import { MAX_INTEGER } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { USER_ROLES } from '../store/db/tables/workspace/users.ts'
import { meaning, type Thing } from './seed-keys.ts'

const Id = Type.Integer({ minimum: 1, maximum: LIMITS.chosenId.max })
const key = (thing: Thing) => meaning(Id, { key: thing })
const nameOf = (...names: Thing[]) => meaning(Id, { names })
/** Up to the latest instant that a date has. */
const Ms = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description: 'epoch ms' })
const Count = Type.Integer({ minimum: 0, maximum: MAX_INTEGER })
const Code = Type.Integer({ minimum: -MAX_INTEGER, maximum: MAX_INTEGER })
const short = { maxLength: LIMITS.seedShortText.max }
const Text = Type.String(short)
const LongText = Type.String({ maxLength: LIMITS.seedText.max })
const Day = Type.String({ ...short, pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Code32 = Type.String({ ...short, pattern: '^[0-9a-f]{32}$' })
const optional = <T extends TSchema>(type: T) => Type.Optional(type)

/** A folder of seed files may have more in all its lists than a body; no list has more than that. */
const list = <T extends TSchema>(type: T, options: { minItems?: number } = {}) =>
  Type.Array(type, { ...options, maxItems: LIMITS.seedFolderRows.max })

/** A list whose elements differ, or differ in a property. */
const distinctList = <T extends TSchema>(type: T, differsIn = '') =>
  meaning(list(type), { differsIn })

const Unit = Type.Union([
  ClosedObject({ user: nameOf('users') }),
  ClosedObject({ department: nameOf('departments') }),
  ClosedObject({ everyone: Type.Literal(true) }),
])

const Department = Part('Departments; a parent comes before its children.', {
  id: key('departments'),
  name: Text,
  parentId: optional(nameOf('departments')),
})

const namedItem = (thing: Thing) => ClosedObject({ id: key(thing), name: Text })

const DataRole = Part('Roles that rights on assets give.', {
  id: key('dataRoleIds'),
  code: meaning(Text, { key: 'dataRoles' }),
  name: Text,
  editable: Type.Boolean(),
  mayDownload: Type.Boolean(),
})

const User = Part(
  'Users; the one with `isAppOwner` is the acting user of calls without `x-open-api-user`.',
  {
    id: key('users'),
    email: meaning(Type.String({ ...short, pattern: '^[^@\\s]+@[^@\\s]+$' }), { key: 'emails' }),
    nickname: Text,
    deptId: nameOf('departments'),
    createdAtMs: Ms,
    dimensionIds: optional(distinctList(nameOf('dimensions'))),
    hasPhone: optional(Type.Boolean()),
    verifyEmail: optional(Code),
    uid: optional(Text),
    status: optional(Explained(Code, '1 active, 0 disabled; 1 where it is absent (A-auth-12)')),
    logoutStatus: optional(Explained(Code, '1 logged out; 0 where it is absent (A-auth-12)')),
    userType: optional(Code),
    lineManagerUserId: optional(nameOf('users')),
    isAppOwner: optional(Type.Boolean()),
    role: optional(
      Type.Union(
        USER_ROLES.map((role) => Type.Literal(role)),
        { description: '`editor` where it is absent (A-auth-11)' },
      ),
    ),
  },
)

/** A name in the folder `files` of the seed, whose facts are read from the file. */
const FileName = meaning(
  Type.String({
    maxLength: 255,
    pattern: '^[^/\\\\]+$',
    description: 'a name in the folder `files`',
  }),
  { isFile: true },
)

const MediaType = Explained(Text, 'required without `file`')
const FileSize = Explained(Count, 'bytes; required without `file`')

const Role = meaning(
  Explained(
    Text,
    'the `code` of a data role; the built-in seeds have `ownerRole`, `editorRole` and `viewerRole`',
  ),
  { names: ['dataRoles'] },
)

const AnyFile = nameOf('assets', 'atoms', 'files')

/**
 * A part of an asset: with `file` a file of the seed; with `baseText` a text; else a placeholder of the
 * declared size and media type.
 */
const SubResource = ClosedObject({
  id: key('files'),
  name: Text,
  extension: Text,
  file: optional(FileName),
  mediaType: optional(MediaType),
  fileFormatType: optional(Explained(Text, 'by media type where it is absent (A-4-6)')),
  sizeBytes: optional(FileSize),
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
  pdfStatus: optional(Explained(Code, 'by media type where it is absent (A-4-7)')),
  assetStatus: optional(Code),
  publicRead: optional(Type.Boolean()),
  thumbnailAssetId: optional(AnyFile),
  iconAssetId: optional(AnyFile),
  damId: optional(AnyFile),
  analysisAssetIds: optional(list(AnyFile)),
  baseText: optional(LongText),
})

const Origin = ClosedObject({
  isDownload: optional(Code),
  riskLevel: optional(Code),
  watermark: optional(Text),
  templateGenerateCount: optional(Count),
  stickTop: optional(Code),
  dummy: optional(Code),
  assetTagStatus: optional(Code),
  maplexStatus: optional(Code),
  isDam: optional(Code),
  importUrl: optional(Text),
  scenarioVisibility: optional(Text),
  ruleCheckStatusCode: optional(Code),
  ruleCheckStatus: optional(Text),
  analysisStatus: optional(Code),
  status: optional(Code),
})

/** Values of metadata fields: codes of values by the code of their field. */
const CarriedCodes = Type.Array(Text, { minItems: 1, maxItems: LIMITS.carriedValues.max })
const Metadata = Type.Record(Type.String(), CarriedCodes, {
  maxProperties: LIMITS.carriedValues.max,
  description: 'codes of values by the code of their metadata field (A-metadata-1)',
})

const Asset = Part('Assets of the library, with their parts and the roles on them.', {
  id: key('assets'),
  name: Text,
  extension: Text,
  createUser: nameOf('users'),
  createdAtMs: Ms,
  updateUser: optional(nameOf('users')),
  updatedAtMs: optional(Ms),
  approvalStatus: optional(Explained(Code, '0 to 3; by its approvals where it is absent (A-9-5)')),
  importance: optional(Code),
  tags: optional(list(Type.String({ ...short, pattern: '^[^,]+$' }))),
  customerLifeCycleRuleTagCode: optional(Text),
  origin: optional(Origin),
  metadata: optional(Metadata),
  rights: list(ClosedObject({ unit: Unit, role: Role })),
  subResources: list(SubResource, { minItems: 1 }),
})

const Atom = Part('Atoms; one without an asset is not ingested yet.', {
  id: key('atoms'),
  path: Text,
  name: Text,
  extension: Text,
  file: optional(FileName),
  sizeBytes: optional(FileSize),
  mediaType: optional(MediaType),
  createUser: nameOf('users'),
  createdAtMs: Ms,
  assetId: optional(
    Explained(nameOf('assets'), 'the asset that it became, which has a part with the same id'),
  ),
})

const Collection = Part(
  'Collections; a parent comes before its children, and a collection without a parent is a root.',
  {
    id: key('collections'),
    name: Text,
    /** Absent for a root. A parent comes before its children. */
    parentId: optional(nameOf('collections')),
    isArchive: optional(Flag('of a root: everything below it is a group of the archive')),
    description: optional(LongText),
    belongId: optional(Id),
    status: optional(Code),
    createUser: nameOf('users'),
    createdAtMs: Ms,
    updateUser: optional(nameOf('users')),
    updatedAtMs: optional(Explained(Ms, 'epoch ms; by its assets where it is absent')),
    assetIds: optional(distinctList(nameOf('assets'))),
    rights: optional(list(ClosedObject({ unit: Unit, mayAdd: Type.Boolean() }))),
    collectedBy: optional(distinctList(nameOf('users'))),
  },
)

const AssetRight = Part('Rights on assets that are there already.', {
  assetId: nameOf('assets'),
  unit: Unit,
  role: Role,
})
const CollectionRight = Part('Rights on collections that are there already.', {
  collectionId: nameOf('collections'),
  unit: Unit,
  mayAdd: Type.Boolean(),
})

const ProcessDefinition = Part('Definitions of approval processes.', {
  id: key('processDefinitions'),
  name: Text,
  processCategory: Text,
})

const ApprovalTask = ClosedObject({
  key: Text,
  assignee: nameOf('users'),
  status: Type.Union(
    ['PENDING', 'IN_PROGRESS', 'APPROVED', 'REJECTED', 'WITHDRAWN'].map((status) =>
      Type.Literal(status),
    ),
  ),
  /** Both absent while the task is pending; the end also while it is in progress. */
  createdAtMs: optional(Ms),
  endedAtMs: optional(Ms),
})

const Approval = Part(
  'Approvals with their tasks, of which those that are pending have no times yet.',
  {
    id: key('approvals'),
    processDefinitionId: nameOf('processDefinitions'),
    name: Text,
    detailName: Text,
    category: Text,
    submitter: nameOf('users'),
    createdAtMs: Ms,
    assetIds: distinctList(nameOf('assets')),
    objects: optional(
      Type.Array(Explained(nameOf('assets', 'atoms'), 'another object, an atom or an asset'), {
        maxItems: LIMITS.assetIds.max,
      }),
    ),
    tasks: list(ApprovalTask, { minItems: 1 }),
  },
)

const CrowdPack = Part('Crowd packs with the signs of their members.', {
  id: key('crowdPacks'),
  corpId: Text,
  source: Text,
  name: Text,
  createdAtMs: Ms,
  selfAgent: optional(Code),
  isComplete: optional(Type.Boolean()),
  members: distinctList(Text),
})

const PortalContent = ClosedObject({
  id: key('contents'),
  coreId: nameOf('assets'),
  name: Text,
  text: LongText,
  tags: optional(distinctList(Text)),
  metadata: optional(Metadata),
  publishedAtMs: Ms,
  stoppedAtMs: optional(Ms),
  buttonName: optional(Text),
  buttonLinkUrl: optional(Text),
})

const Portal = Part('Portals with their blocks and contents.', {
  id: key('portals'),
  code: meaning(Type.String({ ...short, pattern: '^[0-9A-F]{32}$' }), { key: 'portalCodes' }),
  name: Text,
  blocks: list(ClosedObject({ id: key('blocks'), name: Text, contents: list(PortalContent) })),
})

const MarketingTask = Part('Tasks of private-domain marketing.', {
  id: key('marketingTasks'),
  planId: nameOf('marketingPlans'),
  contentType: Text,
  releaseAtMs: Ms,
  remark: LongText,
  contentGroupId: nameOf('contentGroups'),
  updatedAtMs: Ms,
})

const MetadataField = Part('Metadata fields with their values.', {
  code: meaning(Code32, { key: 'metadataFields' }),
  name: Text,
  values: distinctList(
    ClosedObject({
      code: Type.String({ ...short, pattern: '^\\d+$' }),
      name: Type.String({ maxLength: LIMITS.text.max }),
      parentCode: optional(Text),
      sort: optional(Code),
      updatedAtMs: Ms,
    }),
    'code',
  ),
})

const SocialPost = Part('Posts in social media, for the statistics of a year.', {
  id: key('socialPosts'),
  mediaType: Text,
  title: Text,
  readNum: Count,
  createDate: Day,
  statDate: Day,
})

/** An upload of a file of the seed, cut into parts that have all arrived, not yet completed. */
const Upload = Part('Uploads of files of the seed: all parts have arrived, not yet completed.', {
  id: meaning(Text, { key: 'uploads' }),
  filePath: meaning(Text, { key: 'paths' }),
  name: Text,
  createdAtMs: Ms,
  file: FileName,
  partSizeBytes: Type.Integer({ minimum: 102_400, maximum: MAX_INTEGER }),
})

/**
 * The format of seeds: a folder of JSON files, each holding any of these keys. Instants are epoch
 * milliseconds. What is referred to must exist in the seed or in the store it is added to.
 */
export const Seed = ClosedObject({
  departments: optional(list(Department)),
  dimensions: optional(list(namedItem('dimensions'))),
  dataRoles: optional(list(DataRole)),
  users: optional(list(User)),
  assets: optional(list(Asset)),
  assetRights: optional(list(AssetRight)),
  atoms: optional(list(Atom)),
  collections: optional(list(Collection)),
  collectionRights: optional(list(CollectionRight)),
  processDefinitions: optional(list(ProcessDefinition)),
  approvals: optional(list(Approval)),
  crowdPacks: optional(list(CrowdPack)),
  portals: optional(list(Portal)),
  marketingPlans: optional(list(namedItem('marketingPlans'))),
  contentGroups: optional(list(namedItem('contentGroups'))),
  marketingTasks: optional(list(MarketingTask)),
  metadataFields: optional(list(MetadataField)),
  socialPosts: optional(list(SocialPost)),
  uploads: optional(Type.Array(Upload, { maxItems: LIMITS.seedUploads.max })),
  fixtures: optional(
    Type.Record(Type.String(), Type.Unknown(), {
      maxProperties: LIMITS.seedFixtures.max,
      description: 'An object with any keys, answered by `GET /_sandbox/fixtures`.',
    }),
  ),
})

/** Data of a seed, or of a fragment that is added to a living workspace. */
export type Seed = Static<typeof Seed>

export type Kind = Exclude<keyof Seed, 'fixtures'>

export type SeedRow<K extends Kind> = NonNullable<Seed[K]>[number]

export type SeedLists = { readonly [K in Kind]: readonly SeedRow<K>[] }

export const listsOf = (seed: Seed): SeedLists => {
  const { fixtures: _, ...kinds } = Seed.properties
  const empty = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
  return { ...empty, ...seed } as SeedLists
}
