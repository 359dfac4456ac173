import type { AssumptionId } from './index.ts'

/** Fields of one shape of an answer, each with the numbers that say which values we answer and why. */
type CodesOf = Readonly<Record<string, readonly AssumptionId[]>>

const portalContent: CodesOf = { portalId: ['A-11-2'] }

/** Fields of answers whose values are codes, kinds or states, by shape: every value that they show has a number. */
export const SHOWN_CODES: Readonly<Record<string, CodesOf>> = {
  AssetCollection: {
    status: ['A-1-11'],
    belongId: ['A-1-9'],
    hasCollected: ['A-1-10'],
    thunders: ['A-1-4'],
  },
  SocialMediaStats: { 'data.mediaType': ['A-2-2'] },
  AssetDetail: {
    approvalStatus: ['A-9-5'],
    extension: ['A-4-11'],
    importance: ['A-4-9'],
    customerLifeCycleRuleTagCode: ['A-4-7'],
  },
  MaterialOrigin: {
    isDownload: ['A-4-7', 'A-4-9'],
    riskLevel: ['A-4-9'],
    stickTop: ['A-4-9'],
    dummy: ['A-4-9'],
    assetTagStatus: ['A-4-9'],
    maplexStatus: ['A-4-9'],
    isDam: ['A-4-7', 'A-4-9'],
    scenarioVisibility: ['A-4-7'],
    ruleCheckStatusCode: ['A-4-8'],
    analysisStatus: ['A-4-9'],
    ruleCheckStatus: ['A-4-7', 'A-4-8'],
    status: ['A-4-9'],
  },
  AuthInfo: {
    unitType: ['A-4-5'],
    dataRoleCode: ['A-4-13'],
    editable: ['A-4-13'],
  },
  SubResource: {
    extension: ['A-4-14'],
    fileFormatType: ['A-4-6'],
    type: ['A-16-2'],
    pdfStatus: ['A-4-8'],
    publicRead: ['A-4-14'],
    resType: ['A-4-12'],
    keyName: ['A-4-14'],
    assetStatus: ['A-4-10'],
    picNum: ['A-4-10', 'A-4-14'],
    videoNum: ['A-4-10', 'A-4-14'],
    textNum: ['A-4-10', 'A-4-14'],
  },
  ApprovalTask: {
    key: ['A-9-2'],
    processCategory: ['A-9-3'],
    category: ['A-5-3'],
    approvalStatus: ['A-9-6'],
  },
  PortalContent: portalContent,
  PortalContentDetail: portalContent,
  UserSimpleInfo: {
    isExistPhone: ['A-8-4'],
    verifyEmail: ['A-8-3'],
    status: ['A-8-3'],
    logoutStatus: ['A-8-3'],
    userType: ['A-8-3'],
    roleList: ['A-8-2'],
    'roleList.roleCode': ['A-8-2'],
  },
}
