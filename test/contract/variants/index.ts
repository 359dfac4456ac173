import { approvalCases } from './approval-cases.ts'
import { assetCases } from './asset-cases.ts'
import { collectionCases } from './collection-cases.ts'
import { marketingCases } from './marketing-cases.ts'
import { portalCases } from './portal-cases.ts'
import { surfaceCases } from './surface-cases.ts'
import { uploadCases } from './upload-cases.ts'
import { userCases } from './user-cases.ts'
import type { VariantCases } from './variant-case.ts'

/** The cases of all assumptions that have variants, by number; a test demands one for each. */
export const VARIANT_CASES: VariantCases = {
  ...surfaceCases,
  ...collectionCases,
  ...assetCases,
  ...uploadCases,
  ...approvalCases,
  ...marketingCases,
  ...userCases,
  ...portalCases,
}
