import type { ImageSearchReport } from '../../contract/requests/image-search-report.ts'
import { takeIds } from '../../db/sequences.ts'
import { placeholdersFor } from '../../db/sql.ts'
import { prepared } from '../../db/store.ts'
import { assets } from '../../db/tables/workspace/assets.ts'
import { imageSearchReports } from '../../db/tables/workspace/reports.ts'
import { refuse } from '../../errors/refusals.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'

const mustBeAsset = mustExist(assets, refuse.unknownAsset)

const insertReport = prepared((store) =>
  store.orm.insert(imageSearchReports).values(placeholdersFor(imageSearchReports)).prepare(),
)

/** Keeps a report about results of image search (E19). */
export const saveReport = (call: ServiceContext, report: ImageSearchReport): true => {
  const { contentId } = report
  if (typeof contentId === 'number' && call.variant('A-19-1') === 'assets')
    mustBeAsset(call.store, 'contentId', [contentId])
  insertReport(call.store).run({
    id: takeIds(call.store, 'imageSearchReport'),
    receivedAtMs: call.nowMs,
    libraryType: report.libraryType,
    clientId: report.clientId,
    uuid: report.uuid,
    operateType: report.operateType,
    contentId: contentId ?? null,
    likeType: report.likeType ?? null,
  })
  return true
}
