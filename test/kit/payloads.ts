import type { JsonText } from '#src/contract/json-text.ts'
import type { AssetDetail } from '#src/contract/resources/asset-detail.ts'
import { assetDetails } from '#src/domain/assets/asset-details.ts'
import type { ServiceContext } from '#src/domain/call.ts'

/** The value of a payload that a rule has made as JSON text. */
export const payloadOf = <T>({ text }: JsonText): T => JSON.parse(text)

/** The details of assets that E4 answers. */
export const detailsOf = (call: ServiceContext, assetIds: readonly number[]): AssetDetail[] =>
  payloadOf<{ detail: AssetDetail[] }>(assetDetails(call, assetIds)).detail
