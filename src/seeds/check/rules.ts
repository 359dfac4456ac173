import { APPROVAL_RULES } from './approval-rules.ts'
import { ASSET_RULES } from './asset-rules.ts'
import { COLLECTION_RULES } from './collection-rules.ts'
import { DISTRIBUTION_RULES } from './distribution-rules.ts'
import { FIXTURE_RULES } from './fixture-rules.ts'
import { MADE_RULES } from './made-rules.ts'
import { PEOPLE_RULES } from './people-rules.ts'
import type { Rule } from './rule.ts'

/** The rules of the checker of seeds by topic, in the order in which they are judged. */
export const RULES_BY_TOPIC = {
  People: PEOPLE_RULES,
  'Makers and instants': MADE_RULES,
  'Assets and files': ASSET_RULES,
  Collections: COLLECTION_RULES,
  Approvals: APPROVAL_RULES,
  'Portals, metadata and social media': DISTRIBUTION_RULES,
  Fixtures: FIXTURE_RULES,
} as const satisfies Record<string, readonly Rule[]>

/** All rules of the checker of seeds. */
export const RULES: readonly Rule[] = Object.values(RULES_BY_TOPIC).flat()
