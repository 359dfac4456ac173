import type { ImageSearchReport } from '../../contract/requests/image-search-report.ts'
import { placeholdersFor } from '../../db/placeholders.ts'
import { takeIds } from '../../db/sequences.ts'
import { prepared } from '../../db/store.ts'
import { imageSearchReports } from '../../db/tables/workspace/reports.ts'
import type { ServiceContext } from '../call.ts'

const insertReport = prepared((store) =>
  store.orm.insert(imageSearchReports).values(placeholdersFor(imageSearchReports)).prepare(),
)

/** Keeps a report about results of image search (E19). */
export const saveReport = (call: ServiceContext, report: ImageSearchReport): true => {
  insertReport(call.store).run({
    id: takeIds(call.store, 'imageSearchReport'),
    receivedAtMs: call.nowMs,
    libraryType: report.libraryType,
    clientId: report.clientId,
    uuid: report.uuid,
    operateType: report.operateType,
    contentId: report.contentId ?? null,
    likeType: report.likeType ?? null,
  })
  return true
}
