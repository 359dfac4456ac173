import type { ChosenVariants } from '#src/contract/assumptions/index.ts'
import type { OperationId } from '#src/contract/operation.ts'
import type { RefusalName } from '#src/errors/refusals.ts'
import { trackingRecord } from '#src/openapi/examples/samples.ts'
import { freezeAt } from '#test/kit/records.ts'
import type { TestServer } from '#test/kit/server.ts'
import { abort, begin } from '#test/kit/uploads.ts'
import { UNKNOWN_ID } from '../variants/variant-case.ts'

/** A call that a rule refuses. */
export interface RuleCase {
  readonly variants?: ChosenVariants
  /** Brings about the situation; answers fields of the request that follow from it. */
  readonly before?: (server: TestServer) => Promise<object> | object
  /** Fields of the sample that are other. */
  readonly change?: (server: TestServer) => object
}

/** Calls by operation and name of the refusal. */
export type RuleCases = { readonly [Pair in `${OperationId} ${RefusalName}`]?: RuleCase }

/** Longer than an unfinished upload lives. */
const A_DAY_MS = 25 * 3_600_000

const having = (fields: object): RuleCase => ({ change: () => fields })

const collectionCases: RuleCases = {
  'E1 unknownCollection': {
    variants: { 'A-1-7.parent': 'refused' },
    ...having({ parentGroupId: UNKNOWN_ID }),
  },
  'E1 notAllowed': having({ scope: 99 }),
  'E17 unknownArchiveGroup': {
    variants: { 'A-17-1': 'refused' },
    ...having({ groupPath: ['NO/SUCH'] }),
  },
  'E22 unknownCollection': having({ collectionId: UNKNOWN_ID }),
  'E22 unknownAsset': having({ assetIds: [UNKNOWN_ID] }),
  'E22 fileForAsset': having({ assetIds: [500_001] }),
  'E22 atomForAsset': { change: ({ fixtures }) => ({ assetIds: fixtures.atoms.ids.slice(0, 1) }) },
}

const assetCases: RuleCases = {
  'E4 unknownAsset': { variants: { 'A-4-1': 'refused' }, ...having({ assetIdList: [UNKNOWN_ID] }) },
  'E4 fileForAsset': { variants: { 'A-4-1': 'refused' }, ...having({ assetIdList: [500_001] }) },
  'E4 atomForAsset': {
    variants: { 'A-4-1': 'refused' },
    change: ({ fixtures }) => ({ assetIdList: fixtures.atoms.ids.slice(0, 1) }),
  },
  'E20 unknownMetadataField': having({ attrCode: 'none' }),
  'E20 unknownMetadataValue': having({
    attrValueList: [{ attrValueName: 'x', attrValueCode: 'none' }],
  }),
}

const ownFile = (path: string) => ({ fileList: [{ path, name: 'x.bin', type: 'text/plain' }] })

const uploadCases: RuleCases = {
  'E13 unknownUpload': having({ uploadId: 'none' }),
  'E13 wrongUploadPath': having({ filePath: 'upload/other' }),
  'E13 wrongParts': having({ partETags: [] }),
  'E13 abortedUpload': {
    before: async (server) => {
      await abort(server, server.fixtures.upload.uploadId)
      return {}
    },
  },
  'E13 expiredUpload': {
    before: async (server) => {
      const { uploadId, filePath } = await begin(server, { name: 'x', size: 5 })
      freezeAt(server, server.workspace.clock.now() + A_DAY_MS)
      return { uploadId, filePath, partETags: [] }
    },
  },
  'E13 completedUpload': {
    variants: { 'A-13-3': 'refused' },
    before: async (server) => {
      await server.result('E13', server.fixtures.upload)
      return {}
    },
  },
  'E16 neverUploaded': { variants: { 'A-16-1': 'refused' }, ...having(ownFile('upload/never')) },
  'E16 openUpload': {
    variants: { 'A-16-1.taken': 'refused' },
    change: ({ fixtures }) => ownFile(fixtures.upload.filePath),
  },
  'E16 abortedUpload': {
    variants: { 'A-16-1.taken': 'refused' },
    before: async (server) => {
      await abort(server, server.fixtures.upload.uploadId)
      return ownFile(server.fixtures.upload.filePath)
    },
  },
  'E16 expiredUpload': {
    variants: { 'A-16-1.taken': 'refused' },
    before: async (server) => {
      const { filePath } = await begin(server, { name: 'x', size: 5 })
      freezeAt(server, server.workspace.clock.now() + A_DAY_MS)
      return ownFile(filePath)
    },
  },
  'E16 wrongSize': {
    before: async (server) => {
      await server.result('E13', server.fixtures.upload)
      const [file] = ownFile(server.fixtures.upload.filePath).fileList
      return { fileList: [{ ...file, size: 1 }] }
    },
  },
}

const approvalCases: RuleCases = {
  'E9 unknownUser': having({ submitter: UNKNOWN_ID }),
  'E9 unknownProcessDefinition': having({ processDefinitionId: UNKNOWN_ID }),
  'E9 otherProcessCategory': {
    before: ({ workspace }) => {
      workspace.store.sqlite.exec("UPDATE process_definitions SET process_category = 'OTHER'")
      return {}
    },
  },
  'E9 noTask': having({ assignees: {} }),
  'E9 unknownObject': having({ objects: [UNKNOWN_ID] }),
  'E9 unknownAsset': { variants: { 'A-9-7': 'assets' }, ...having({ objects: [UNKNOWN_ID] }) },
  'E9 fileForAsset': having({ objects: [500_001] }),
  'E9 atomForAsset': {
    variants: { 'A-9-7': 'assets' },
    change: ({ fixtures }) => ({ objects: fixtures.atoms.ids.slice(0, 1) }),
  },
  'E9 unknownAtom': { variants: { 'A-9-7': 'atoms' }, ...having({ objects: [UNKNOWN_ID] }) },
  'E9 assetForAtom': { variants: { 'A-9-7': 'atoms' } },
}

const distributionCases: RuleCases = {
  'E2 wrongFormat': having({ createDate: '25' }),
  'E3 wrongFormat': {
    change: ({ fixtures }) => ({
      trackList: [{ ...trackingRecord(fixtures), event_time: 'now' }],
    }),
  },
  'E6 unknownBlock': having({ blockId: UNKNOWN_ID }),
  'E7 unknownCrowdPack': having({ crowdPackId: UNKNOWN_ID }),
  'E8 unknownUser': { variants: { 'A-8-1': 'refused' }, ...having({ userIds: [UNKNOWN_ID] }) },
  'E10 unknownCrowdPack': having({ crowdPackId: UNKNOWN_ID }),
  'E11 unknownContent': having({ id: UNKNOWN_ID }),
  'E12 unknownUser': having({ users: ['nobody@example.com'] }),
  'E14 unknownPortal': having({ portalId: UNKNOWN_ID }),
  'E14 unknownUser': having({ userIdList: [UNKNOWN_ID] }),
  'E14 unknownDepartment': having({ deptIdList: [UNKNOWN_ID] }),
  'E14 unknownDimension': having({ dimensionIdList: [UNKNOWN_ID] }),
  'E15 unknownMarketingTask': having({ creativeId: UNKNOWN_ID }),
  'E15 unknownMarketingPlan': having({ planId: UNKNOWN_ID }),
  'E15 unknownContentGroup': having({ contentGroupId: UNKNOWN_ID }),
  'E15 wrongFormat': having({ releaseTime: '2026-12-24' }),
  'E18 unknownCrowdPack': having({ id: UNKNOWN_ID }),
  'E19 unknownAsset': { variants: { 'A-19-1': 'assets' }, ...having({ contentId: UNKNOWN_ID }) },
}

/** Every refusal of a rule, with a call that gets it. */
export const RULE_CASES: RuleCases = {
  ...collectionCases,
  ...assetCases,
  ...uploadCases,
  ...approvalCases,
  ...distributionCases,
}
