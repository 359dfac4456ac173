import type { ChosenVariants } from '#src/contract/assumptions/index.ts'
import type { RefusalName } from '#src/contract/errors/refusals.ts'
import type { OperationId } from '#src/contract/operation.ts'
import { freezeAt } from '#test/kit/records.ts'
import type { TestServer } from '#test/kit/server.ts'
import { abort, begin } from '#test/kit/uploads.ts'
import { UNKNOWN_ID } from '../variants/variant-case.ts'

export interface RuleCase {
  readonly variants?: ChosenVariants
  /** Brings about the situation; answers fields of the request that follow from it. */
  readonly before?: (server: TestServer) => Promise<object> | object
  readonly change?: (server: TestServer) => object
}

export type RuleCases = { readonly [Pair in `${OperationId} ${RefusalName}`]?: RuleCase }

/** Longer than an unfinished upload lives. */
const A_DAY_MS = 25 * 3_600_000

const having = (fields: object): RuleCase => ({ change: () => fields })

const collectionCases: RuleCases = {
  'E1 unknownCollection': {
    variants: { 'A-1-7.parent': 'refused' },
    ...having({ parentGroupId: UNKNOWN_ID }),
  },
  'E17 unknownArchiveGroup': {
    variants: { 'A-17-1': 'refused' },
    ...having({ groupPath: ['NO/SUCH'] }),
  },
  'E22 fileForAsset': having({ assetIds: [500_001] }),
}

const assetCases: RuleCases = {
  'E4 unknownAsset': { variants: { 'A-4-1': 'refused' }, ...having({ assetIdList: [UNKNOWN_ID] }) },
  'E4 fileForAsset': { variants: { 'A-4-1': 'refused' }, ...having({ assetIdList: [500_001] }) },
  'E4 atomForAsset': {
    variants: { 'A-4-1': 'refused' },
    change: ({ fixtures }) => ({ assetIdList: fixtures.atoms.ids.slice(0, 1) }),
  },
}

const ownFile = (path: string) => ({ fileList: [{ path, name: 'x.bin', type: 'text/plain' }] })

const uploadCases: RuleCases = {
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
}

const approvalCases: RuleCases = {
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
  'E8 unknownUser': { variants: { 'A-8-1': 'refused' }, ...having({ userIds: [UNKNOWN_ID] }) },
  'E19 unknownAsset': { variants: { 'A-19-1': 'assets' }, ...having({ contentId: UNKNOWN_ID }) },
}

export const RULE_CASES: RuleCases = {
  ...collectionCases,
  ...assetCases,
  ...uploadCases,
  ...approvalCases,
  ...distributionCases,
}
